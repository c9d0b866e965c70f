import { decimal } from '@millwright/core/contracts';
import type { EdiPurchaseOrder, EdiPurchaseOrderLine, OrderParty } from './purchase-order.ts';

/** Id and elements of each segment of a document; ST is the first. */
export type OrderSegments = readonly (readonly string[])[];

const purposes: Readonly<Record<string, EdiPurchaseOrder['purpose']>> = {
  '00': 'original',
  '01': 'cancel',
  '05': 'replace',
  '06': 'confirmation',
  '07': 'duplicate',
};

/** CCYYMMDD, or YYMMDD in releases before 004010; null for an invalid date. */
export function isoDay(text: string): string | null {
  const whole = text.length === 6 ? `20${text}` : text;
  const parts = /^(\d{4})(\d\d)(\d\d)$/.exec(whole);
  if (!parts) return null;
  const day = `${parts[1]}-${parts[2]}-${parts[3]}`;
  const date = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day) ? day : null;
}

/** A number in X12 notation (`.5`, `150.`, `+3`); undefined for an invalid one. */
export function decimalText(text: string): string | undefined {
  const trimmed = text.trim();
  if (!/^[+-]?(?:\d{1,15}\.?\d{0,12}|\.\d{1,12})$/.test(trimmed)) return undefined;
  return decimal(
    trimmed
      .replace('+', '')
      .replace(/^(-?)\./, '$10.')
      .replace(/\.$/, ''),
  ).toFixed();
}

const at = (segment: readonly string[], element: number): string => (segment[element] ?? '').trim();

/** Date qualifiers for requested dates, in order of preference. */
const wantedDates = ['002', '010', '037', '063', '001'];

interface Reading {
  order: EdiPurchaseOrder;
  party: OrderParty | undefined;
  line: EdiPurchaseOrderLine | undefined;
}

/** Pairs of qualifier and number, beginning at this element. */
export function lineIdentifiers(segment: readonly string[], from: number): EdiPurchaseOrderLine['identifiers'] {
  const identifiers: EdiPurchaseOrderLine['identifiers'] = [];
  for (let element = from; element < segment.length; element += 2)
    if (at(segment, element) && at(segment, element + 1))
      identifiers.push({ kind: at(segment, element), value: at(segment, element + 1), element: element + 1 });
  return identifiers;
}

const readLine = (segment: readonly string[], place: number): EdiPurchaseOrderLine => ({
  number: at(segment, 1),
  quantity: at(segment, 2),
  unit: at(segment, 3),
  price: at(segment, 4),
  priceBasis: at(segment, 5),
  identifiers: lineIdentifiers(segment, 6),
  description: '',
  pack: '',
  allocations: [],
  segment: place,
});

function readParty(segment: readonly string[], place: number): OrderParty {
  const [role, name, codeKind, code] = [1, 2, 3, 4].map((element) => at(segment, element)) as [
    string,
    string,
    string,
    string,
  ];
  const address = { lines: [], city: '', state: '', postalCode: '', country: '' };
  return { role, name, codeKind, code, ...address, segment: place, element: 4 };
}

type Reader = (reading: Reading, segment: readonly string[], place: number) => void;

const readers: Readonly<Record<string, Reader>> = {
  BEG({ order }, segment) {
    order.purpose = purposes[at(segment, 1)] ?? 'other';
    order.kind = at(segment, 2);
    order.number = at(segment, 3);
    order.release = at(segment, 4);
    order.orderedOn = isoDay(at(segment, 5));
  },
  CUR({ order }, segment) {
    order.currency = at(segment, 2) || null;
  },
  REF({ order, line }, segment) {
    if (!line) order.references.push({ kind: at(segment, 1), value: at(segment, 2), text: at(segment, 3) });
  },
  DTM({ order, line }, segment) {
    const on = isoDay(at(segment, 2));
    if (!line && on) order.dates.push({ kind: at(segment, 1), on });
  },
  MSG({ order }, segment) {
    if (at(segment, 1)) order.notes.push(at(segment, 1));
  },
  NTE({ order }, segment) {
    if (at(segment, 2)) order.notes.push(at(segment, 2));
  },
  N1(reading, segment, place) {
    if (reading.line) return;
    reading.party = readParty(segment, place);
    reading.order.parties.push(reading.party);
  },
  N2({ party }, segment) {
    if (party && !party.name) party.name = at(segment, 1);
  },
  N3({ party }, segment) {
    party?.lines.push(...[at(segment, 1), at(segment, 2)].filter(Boolean));
  },
  N4({ party }, segment) {
    if (!party) return;
    const [city, state, postalCode, country] = [1, 2, 3, 4].map((element) => at(segment, element)) as [
      string,
      string,
      string,
      string,
    ];
    Object.assign(party, { city, state, postalCode, country });
  },
  PO1(reading, segment, place) {
    reading.party = undefined;
    reading.line = readLine(segment, place);
    reading.order.lines.push(reading.line);
  },
  PID({ line }, segment) {
    if (line && !line.description) line.description = at(segment, 5);
  },
  PO4({ line }, segment) {
    if (line) line.pack = at(segment, 1);
  },
  SDQ({ line }, segment, place) {
    for (let element = 3; line && element < segment.length; element += 2)
      if (at(segment, element))
        line.allocations.push({
          codeKind: at(segment, 2),
          code: at(segment, element),
          quantity: at(segment, element + 1),
          segment: place,
          element,
        });
  },
  CTT({ order }, segment) {
    order.lineCount = /^\d{1,6}$/.test(at(segment, 1)) ? Number(at(segment, 1)) : null;
  },
};

/** The content of an 850. Never throws: missing parts are empty and reported when the order is imported. */
export function readPurchaseOrder(segments: OrderSegments): EdiPurchaseOrder {
  const order: EdiPurchaseOrder = {
    purpose: 'other',
    kind: '',
    number: '',
    release: '',
    orderedOn: null,
    currency: null,
    references: [],
    dates: [],
    wantedOn: null,
    parties: [],
    notes: [],
    lines: [],
    lineCount: null,
  };
  const reading: Reading = { order, party: undefined, line: undefined };
  for (const [index, segment] of segments.entries()) readers[segment[0] ?? '']?.(reading, segment, index + 1);
  for (const kind of wantedDates) order.wantedOn ??= order.dates.find((date) => date.kind === kind)?.on ?? null;
  // Some partners leave line numbers out; the lines are then numbered by position.
  for (const [index, line] of order.lines.entries()) line.number ||= String(index + 1);
  return order;
}
