import type { Client } from '@millwright/core/browser';
import { useClient, useSession } from '@millwright/core/browser';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { getItem, getLot, type LocationStockRow, listLocationStock, type ScanMatch } from '../../../contracts/index.ts';
import { loadCounts, rowKey, type SheetCounts, type SheetRow, saveCounts, sheetRows } from './count-sheet.ts';

const pageSize = 500;
/** Rows that a sheet can hold; a larger place is counted by the places inside it. */
const mostRows = 1000;

const rowOf = ({ item, lot, ownerAccount, quantity }: LocationStockRow): SheetRow => {
  const owner = ownerAccount.isSelf ? null : { id: ownerAccount.id, name: ownerAccount.name };
  const lotNumber = lot?.lotNumber ?? '';
  return {
    key: rowKey(item.id, lotNumber, owner?.id ?? null),
    itemID: item.id,
    sku: item.sku,
    description: item.description,
    lotNumber,
    owner,
    expected: quantity.measure,
    unit: quantity.unit,
    isExpected: true,
  };
};

async function expectedRows(client: Client, locationID: string) {
  const rows: LocationStockRow[] = [];
  for (;;) {
    const query = { take: pageSize, skip: rows.length, sortBy: 'sku' } as const;
    const { items, count } = await client.call(listLocationStock, { params: { locationID }, query });
    rows.push(...items);
    if (rows.length >= Math.min(count, mostRows) || items.length === 0)
      return { rows: rows.filter(({ quantity }) => quantity.measure !== 0).map(rowOf), isCut: count > rows.length };
  }
}

/** A row for something that was scanned and is not on the sheet; undefined where the scan names no item. */
export async function foundRow(client: Client, match: ScanMatch): Promise<SheetRow | undefined> {
  if (match.type === 'location') return undefined;
  const lot = match.type === 'lot' ? await client.call(getLot, { params: { lotID: match.id } }) : undefined;
  const itemID = lot?.item.id ?? match.itemID ?? match.id;
  const item = await client.call(getItem, { params: { itemID } });
  const lotNumber = lot?.lotNumber ?? '';
  return {
    key: rowKey(itemID, lotNumber, null),
    itemID,
    sku: item.sku,
    description: item.description,
    lotNumber,
    owner: null,
    expected: 0,
    unit: item.defaultUnit.name,
    isExpected: false,
  };
}

/** What the books say of a place, and what was counted there so far; counts survive a reload. */
export function useCountSheet(locationID: string) {
  const client = useClient();
  const accountID = useSession().account?.id ?? '';
  const expected = useQuery({
    queryKey: ['count-sheet', accountID, locationID],
    queryFn: () => expectedRows(client, locationID),
    staleTime: 0,
    refetchOnWindowFocus: false,
  });
  const [counts, setCounts] = useState<SheetCounts>(() => loadCounts(accountID, locationID));
  const change = (next: (counts: SheetCounts) => SheetCounts): void =>
    setCounts((known) => {
      const changed = next(known);
      saveCounts(accountID, locationID, changed);
      return changed;
    });
  return {
    query: expected,
    rows: sheetRows(expected.data?.rows ?? [], counts),
    isCut: expected.data?.isCut ?? false,
    counts,
    change,
  };
}

export type CountSheet = ReturnType<typeof useCountSheet>;
