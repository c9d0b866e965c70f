import type { TradedLineEntry } from '@millwright/commerce/contracts';
import { decimal, sumOf } from '@millwright/core/contracts';
import {
  type DocumentHold,
  decimalText,
  type EdiPurchaseOrder,
  type EdiPurchaseOrderLine,
  type OrderParty,
} from '../../contracts/index.ts';
import { hold } from './order-holds.ts';

/** A store that an order names in its SDQ. */
export interface Store {
  codeKind: string;
  /** With its leading zeros. */
  code: string;
  /** Where it is named first. */
  segment: number;
  element: number;
}

type StoreCode = Pick<Store, 'codeKind' | 'code'>;
const isOf = ({ codeKind, code }: StoreCode, other: StoreCode): boolean =>
  codeKind === other.codeKind && code === other.code;

/** Stores that get something of the order, in the order in which it names them. */
export function storesOf({ lines }: EdiPurchaseOrder): Store[] {
  const stores: Store[] = [];
  for (const { quantity: _share, ...named } of lines.flatMap(({ allocations }) => allocations))
    if (!stores.some((store) => isOf(store, named))) stores.push(named);
  return stores;
}

/** What a store gets of a line: the same store may be named more than once. */
const shareOf = ({ allocations }: EdiPurchaseOrderLine, store: StoreCode): string =>
  sumOf(allocations.filter((each) => isOf(each, store)).map(({ quantity }) => decimalText(quantity) ?? '0')).toFixed();

/** What is wrong with who gets how much: shares make up the quantity of their line, or one of them was lost. */
export function allocationHolds({ lines }: EdiPurchaseOrder, isSplit: boolean): DocumentHold[] {
  return lines.flatMap(({ number, quantity, allocations, segment }): DocumentHold[] => {
    const wrong = (message: string) => [
      hold('invalid_document', ['allocations'], `Line ${number}: ${message}`, { segment, element: 2 }),
    ];
    if (!allocations.length) return isSplit ? wrong('it names no store, as the other lines do') : [];
    const shares = allocations.map((each) => decimalText(each.quantity));
    const bad = allocations.find((_, index) => shares[index] === undefined || decimal(shares[index] ?? '0').lte('0'));
    if (bad) return wrong(`store ${bad.code} gets ${bad.quantity || 'nothing'}, which is no quantity`);
    const sum = sumOf(shares.map((share) => share ?? '0'));
    return sum.eq(decimal(decimalText(quantity) ?? '0'))
      ? []
      : wrong(`its stores get ${sum.toFixed()}, it orders ${quantity}`);
  });
}

/** Who gets what, for people, where the order stays one. */
export const sharesOfLines = ({ lines }: EdiPurchaseOrder): string[] =>
  lines
    .filter(({ allocations }) => allocations.length)
    .map(
      ({ number, allocations }) =>
        `Line ${number}: ${allocations.map(({ code, quantity }) => `${quantity} for store ${code}`).join(', ')}`,
    );

/** The lines of one store; `entries` are those of the whole order, line by line. */
export const linesOfStore = (
  { lines }: EdiPurchaseOrder,
  entries: readonly TradedLineEntry[],
  store: Store,
): TradedLineEntry[] =>
  entries.flatMap((entry, index) => {
    const line = lines[index];
    const quantity = line ? shareOf(line, store) : '0';
    if (!line || decimal(quantity).lte('0')) return [];
    // The price is that of the whole, whatever a store's share alone would cost.
    const price = decimalText(line.price);
    return [
      { ...entry, quantity, ...(price ? { unitPrice: entry.unitPrice ?? decimal(price).round(6).toFixed() } : {}) },
    ];
  });

/** A store as a party of the order. */
export const storeParty = ({ codeKind, code, segment, element }: Store, role = 'ST'): OrderParty => ({
  role,
  name: '',
  codeKind: codeKind || '92',
  code,
  lines: [],
  city: '',
  state: '',
  postalCode: '',
  country: '',
  segment,
  element,
});

/** The purchase order as one of its stores has it: its parties and quantities are what answers echo. */
export function orderOfStore(order: EdiPurchaseOrder, code: StoreCode): EdiPurchaseOrder {
  const store = storesOf(order).find((each) => isOf(each, code)) ?? { ...code, segment: 1, element: 1 };
  return {
    ...order,
    parties: [
      ...order.parties.filter(({ role }) => role !== 'BY'),
      storeParty(store, 'BY'),
      ...(order.parties.some(({ role }) => role === 'ST') ? [] : [storeParty(store)]),
    ],
    lines: order.lines.map((line) => ({ ...line, quantity: shareOf(line, store) })),
  };
}
