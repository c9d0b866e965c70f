import type { EdiPurchaseOrder, EdiPurchaseOrderLine, OrderParty } from '../../contracts/index.ts';

/** Segments of a document between ST and SE, each its id and elements. */
export type Lines = string[][];

/** CCYYMMDD of an ISO day. */
export const noticeDay = (iso: string): string => iso.slice(0, 10).replaceAll('-', '');

/** The day and time of an instant in a time zone: CCYYMMDD and HHMM. */
export function momentIn(timeZone: string, at: Date): { day: string; time: string } {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(at);
  const part = (type: string): string => parts.find((each) => each.type === type)?.value ?? '';
  return { day: `${part('year')}${part('month')}${part('day')}`, time: `${part('hour')}${part('minute')}` };
}

/** References that partners want back on what follows their order: department, vendor number, merchandise. */
const echoed = new Set(['DP', 'IA', 'MR', 'VR', 'PD']);

export const echoedReferences = (order: EdiPurchaseOrder | undefined): Lines =>
  (order?.references ?? []).filter(({ kind }) => echoed.has(kind)).map(({ kind, value }) => ['REF', kind, value]);

/** A party as the order named it: the code as it was, with its leading zeros. */
export function echoedParty(order: EdiPurchaseOrder | undefined, role: string): Lines {
  const party = order?.parties.find((each) => each.role === role);
  return party ? partyLines(party) : [];
}

export const partyLines = ({
  role,
  name,
  codeKind,
  code,
  lines,
  city,
  state,
  postalCode,
  country,
}: OrderParty): Lines => [
  ['N1', role, name, ...(code ? [codeKind || '92', code] : [])],
  ...(lines.length ? [['N3', lines[0] ?? '', lines.slice(1).join(' ')]] : []),
  ...(city || postalCode ? [['N4', city, state.slice(0, 2), postalCode, country.slice(0, 3)]] : []),
];

/** What the order calls the item of a line, qualifiers and numbers as they came; else our own number. */
export const itemNumbers = (line: EdiPurchaseOrderLine | undefined, sku: string): string[] =>
  line?.identifiers.length ? line.identifiers.flatMap(({ kind, value }) => [kind, value]) : ['VN', sku];

/** The line of the order that one of ours came from. */
export const orderedLine = (
  order: EdiPurchaseOrder | undefined,
  ediLineItemID: string | null | undefined,
): EdiPurchaseOrderLine | undefined =>
  ediLineItemID ? order?.lines.find(({ number }) => number === ediLineItemID) : undefined;
