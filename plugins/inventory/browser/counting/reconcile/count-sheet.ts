import { type DecimalMark, decimal, enteredNumber } from '@millwright/core/contracts';

/** A row of the count sheet: stock of an item in the place, by lot and owner. */
export interface SheetRow {
  /** Item, lot and owner. */
  key: string;
  itemID: string;
  sku: string;
  description: string;
  lotNumber: string;
  /** Null is the account itself. */
  owner: { id: string; name: string } | null;
  /** In the item's default unit; 0 for what was found and not expected. */
  expected: number;
  unit: string;
  isExpected: boolean;
}

/** What was counted of a row, as it was typed. */
export interface CountedStock {
  quantity: string;
  unit: string;
  /** What the books said when the row was begun, in the item's default unit. */
  seen?: number | undefined;
  /** For rows that are not in the books, so that they survive a reload. */
  found?: SheetRow;
}

/** Counts of a place by row key. */
export type SheetCounts = Readonly<Record<string, CountedStock>>;

export const rowKey = (itemID: string, lotNumber: string, ownerID: string | null): string =>
  [itemID, lotNumber, ownerID ?? ''].join('|');

/** Rows that are expected, then those that were found beside them. */
export const sheetRows = (expected: readonly SheetRow[], counts: SheetCounts): SheetRow[] => {
  const known = new Set(expected.map(({ key }) => key));
  const found = Object.values(counts).flatMap(({ found: row }) => (row && !known.has(row.key) ? [row] : []));
  return [...expected, ...found];
};

/** What is wrong with a typed quantity; undefined for what is one, or nothing. */
export function quantityFault(text: string, mark: DecimalMark): string | undefined {
  if (text.trim() === '') return undefined;
  const read = enteredNumber(text, mark);
  if ('error' in read) return read.error;
  return read.value.startsWith('-') ? 'Must be at least 0' : undefined;
}

/** The counts with another amount of a row; an empty text takes it off the sheet's counts. */
export function withSheetCount(counts: SheetCounts, row: SheetRow, quantity: string, unit?: string): SheetCounts {
  const { [row.key]: before, ...others } = counts;
  if (quantity.trim() === '' && row.isExpected && unit === undefined) return others;
  const counted = { quantity, unit: unit ?? before?.unit ?? row.unit, seen: before?.seen ?? row.expected };
  return { ...counts, [row.key]: row.isExpected ? counted : { ...counted, found: row } };
}

/** One more of a row, as a scan counts it. */
export const withOneMoreCounted = (counts: SheetCounts, row: SheetRow, mark: DecimalMark): SheetCounts => {
  const read = enteredNumber(counts[row.key]?.quantity ?? '', mark);
  const more = decimal('value' in read ? read.value : 0)
    .plus(decimal('1'))
    .toFixed();
  return withSheetCount(counts, row, mark === 'comma' ? more.replace('.', ',') : more);
};

/**
 * The counts with a row that was found as another owner's; where the books have such a row, what was counted becomes
 * the count of it. Undefined where that is counted already.
 */
export function withOwner(
  counts: SheetCounts,
  row: SheetRow,
  owner: SheetRow['owner'],
): { key: string; counts: SheetCounts } | undefined {
  const key = rowKey(row.itemID, row.lotNumber, owner?.id ?? null);
  const { [row.key]: counted, ...others } = counts;
  if (!counted || others[key]) return undefined;
  return { key, counts: { ...others, [key]: { ...counted, seen: undefined, found: { ...row, key, owner } } } };
}

/** The row that a scan means: our own stock before that of others. `isUnclear` where it lies here in several lots. */
export function scannedRow(
  rows: readonly SheetRow[],
  itemID: string,
  lotNumber: string | undefined,
): { row: SheetRow | undefined; isUnclear: boolean } {
  const here = rows.filter((row) => row.itemID === itemID && (lotNumber === undefined || row.lotNumber === lotNumber));
  const ownStockRows = here.filter(({ owner }) => owner === null);
  const meant = ownStockRows.length ? ownStockRows : here;
  const row = meant.length === 1 ? meant[0] : ownStockRows.find((each) => each.lotNumber === '');
  return { row, isUnclear: !row && meant.length > 1 };
}

/** Rows to send, in the order of the sheet; with `isComplete` rows that nobody counted are 0. */
export const countedRows = (rows: readonly SheetRow[], counts: SheetCounts, isComplete: boolean, mark: DecimalMark) =>
  rows.flatMap((row) => {
    const counted = counts[row.key];
    const quantity = counted?.quantity.trim() ?? '';
    if (quantity === '' && !isComplete) return [];
    const { unit = row.unit, seen = row.expected } = counted ?? {};
    const read = enteredNumber(quantity || '0', mark);
    // What is no number goes as it is: the answer says so at its row.
    return [{ row, quantity: 'value' in read ? read.value : quantity, unit, seen }];
  });

const storageKey = (accountID: string, locationID: string): string => `millwright.count.${accountID}.${locationID}`;

/** Counts that were not saved yet, of this tab. */
export function loadCounts(accountID: string, locationID: string): SheetCounts {
  try {
    const text = sessionStorage.getItem(storageKey(accountID, locationID));
    return text ? (JSON.parse(text) as SheetCounts) : {};
  } catch {
    return {};
  }
}

export function saveCounts(accountID: string, locationID: string, counts: SheetCounts): void {
  const key = storageKey(accountID, locationID);
  try {
    if (Object.keys(counts).length === 0) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(counts));
  } catch {
    // A browser that keeps nothing still counts; only a reload loses it.
  }
}
