import { type Big, decimal, newID, toColumn, zero } from '@millwright/core/contracts';
import { type AccountContext, listed, sql } from '@millwright/core/server';
import type { DemandLine } from '../../../contracts/index.ts';

/** A row of `inventory.allocation`, read under the lock of its item's position; amounts in base units. */
export interface AllocationRow {
  readonly id: string;
  readonly sourceType: string;
  readonly sourceID: string;
  readonly lineID: string;
  readonly itemID: string;
  readonly locationID: string;
  readonly lotID: string | null;
  quantity: Big;
  /** The quantity in the table; 0 for a new row. */
  readonly stored: Big;
}

type StoredRow = Omit<AllocationRow, 'quantity' | 'stored'> & { quantity: string };

/** Columns of a row; the query names the table `inventory.allocation allocation`. */
export const allocationColumns = sql`allocation.id, allocation.source_type as "sourceType",
  allocation.source_id as "sourceID", allocation.line_id as "lineID", allocation.item_id as "itemID",
  allocation.location_id as "locationID", allocation.lot_id as "lotID", allocation.quantity`;

export const asAllocation = (row: StoredRow): AllocationRow => ({
  id: row.id,
  itemID: row.itemID,
  sourceType: row.sourceType,
  sourceID: row.sourceID,
  lineID: row.lineID,
  locationID: row.locationID,
  lotID: row.lotID,
  quantity: decimal(row.quantity),
  stored: decimal(row.quantity),
});

/** An allocation that is not stored yet. */
export const newAllocation = (
  { type, id, lineID }: DemandLine,
  stock: Pick<AllocationRow, 'itemID' | 'locationID' | 'lotID'>,
): AllocationRow => ({
  id: newID('all'),
  sourceType: type,
  sourceID: id,
  lineID,
  itemID: stock.itemID,
  locationID: stock.locationID,
  lotID: stock.lotID,
  quantity: zero,
  stored: zero,
});

/** Allocations of these documents, the oldest first. */
export async function allocationsOfDocuments(
  ctx: AccountContext,
  type: string,
  ids: readonly string[],
): Promise<AllocationRow[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<StoredRow>`select ${allocationColumns} from inventory.allocation allocation
    where allocation.account_id = ${ctx.account.id} and allocation.source_type = ${type}
      and allocation.source_id = any(${listed(ids)})
    order by allocation.created_at, allocation.id`.execute(ctx.em.query());
  return rows.map(asAllocation);
}

/**
 * Stores the quantities of allocations: inserts new rows and deletes empty ones. A line has one row per place and lot,
 * so the rows of one call never conflict.
 */
export async function writeAllocations(ctx: AccountContext, rows: readonly AllocationRow[]): Promise<void> {
  const changed = rows.filter(({ quantity, stored }) => !quantity.eq(stored));
  const now = ctx.clock.now();
  const gone = changed.filter(({ quantity, stored }) => quantity.eq(zero) && stored.gt(zero));
  if (gone.length)
    await ctx.em.write(
      'inventory.allocation gone',
      sql`delete from inventory.allocation
      where account_id = ${ctx.account.id} and id = any(${listed(gone.map(({ id }) => id))})`,
      gone.length,
    );
  const kept = changed.filter(({ quantity, stored }) => quantity.gt(zero) && stored.gt(zero));
  if (kept.length)
    await ctx.em.write(
      'inventory.allocation kept',
      sql`update inventory.allocation allocation
      set quantity = written.quantity, updated_at = ${now}, version = allocation.version + 1
      from unnest(${listed(kept.map(({ id }) => id))},
        ${listed(
          kept.map(({ quantity }) => toColumn(quantity, 6)),
          'numeric',
        )}) as written (id, quantity)
      where allocation.account_id = ${ctx.account.id} and allocation.id = written.id`,
      kept.length,
    );
  await ctx.em.insert(
    'inventory.allocation',
    changed.flatMap((row) =>
      row.quantity.gt(zero) && row.stored.eq(zero)
        ? {
            id: row.id,
            created_at: now,
            updated_at: now,
            version: 1,
            source_type: row.sourceType,
            source_id: row.sourceID,
            line_id: row.lineID,
            item_id: row.itemID,
            location_id: row.locationID,
            lot_id: row.lotID,
            quantity: toColumn(row.quantity, 6),
          }
        : [],
    ),
  );
}
