/** Content of a partner's purchase order, independent of syntax. Numbers are decimal texts; dates ISO. */
export interface EdiPurchaseOrder {
  purpose: 'original' | 'cancel' | 'replace' | 'confirmation' | 'duplicate' | 'other';
  /** The code as sent: `SA`, `DS`. */
  kind: string;
  number: string;
  release: string;
  orderedOn: string | null;
  currency: string | null;
  references: { kind: string; value: string; text: string }[];
  dates: { kind: string; on: string }[];
  /** The partner's requested date. */
  wantedOn: string | null;
  parties: OrderParty[];
  notes: string[];
  lines: EdiPurchaseOrderLine[];
  /** The number of lines as stated by the partner. */
  lineCount: number | null;
}

/** A party named in an order. `segment` is its number in the document, from 1. */
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
  /** Number of the element with its code. */
  element: number;
}

/** An order line as sent. */
export interface EdiPurchaseOrderLine {
  number: string;
  quantity: string;
  unit: string;
  /** Empty without a price. */
  price: string;
  priceBasis: string;
  identifiers: { kind: string; value: string; element: number }[];
  description: string;
  /** Pieces per pack, as stated by the partner. */
  pack: string;
  /** Quantities per store. */
  allocations: { codeKind: string; code: string; quantity: string; segment: number; element: number }[];
  segment: number;
}
