/** What a partner's purchase order says, whatever its syntax. Numbers are decimal texts; dates ISO. */
export interface EdiPurchaseOrder {
  purpose: 'original' | 'cancel' | 'replace' | 'confirmation' | 'duplicate' | 'other';
  /** As it was sent: `SA`, `DS`. */
  kind: string;
  number: string;
  release: string;
  orderedOn: string | null;
  currency: string | null;
  references: { kind: string; value: string; text: string }[];
  dates: { kind: string; on: string }[];
  /** The day on which the partner wants it. */
  wantedOn: string | null;
  parties: OrderParty[];
  notes: string[];
  lines: EdiPurchaseOrderLine[];
  /** How many lines the partner says there are. */
  lineCount: number | null;
}

/** Somebody whom an order names. `segment` is the place in the document, from 1. */
export interface OrderParty {
  /** `ST` ship to, `BY` buyer or store, `BT` bill to, `Z7` mark for. */
  role: string;
  name: string;
  codeKind: string;
  code: string;
  lines: string[];
  city: string;
  state: string;
  postalCode: string;
  country: string;
  segment: number;
  /** The element that holds its code. */
  element: number;
}

/** A line as it was ordered. */
export interface EdiPurchaseOrderLine {
  number: string;
  quantity: string;
  unit: string;
  /** Empty where the partner names none. */
  price: string;
  priceBasis: string;
  identifiers: { kind: string; value: string; element: number }[];
  description: string;
  /** Pieces of a pack, as the partner says. */
  pack: string;
  /** Who gets how much of it. */
  allocations: { codeKind: string; code: string; quantity: string; segment: number; element: number }[];
  segment: number;
}
