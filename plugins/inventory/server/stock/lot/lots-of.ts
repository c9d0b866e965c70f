import { newID } from '@millwright/core/contracts';
import { type AccountContext, audit, indexRecords, plannedOnce, sql, touched } from '@millwright/core/server';
import { lotNumber } from '../../../contracts/index.ts';

/** A lot as people name it. */
export interface NamedLot {
  itemID: string;
  /** As entered; padded here. */
  lotNumber: string;
}

/** Key of a lot in the answer of `lotsOf`. */
export const lotKey = (lot: NamedLot): string => `${lot.itemID} ${lotNumber(lot.lotNumber)}`;

async function findLots(ctx: AccountContext, lots: readonly NamedLot[]): Promise<Map<string, string>> {
  const { rows } = await sql<
    NamedLot & { id: string }
  >`select ${plannedOnce} id, item_id as "itemID", lot_number as "lotNumber"
    from inventory.lot where account_id = ${ctx.account.id}
      and (item_id, lot_number) in (select * from unnest(${lots.map(({ itemID }) => itemID)}::text[],
        ${lots.map((lot) => lotNumber(lot.lotNumber))}::text[]))`.execute(ctx.em.query());
  return new Map(rows.map((row) => [lotKey(row), row.id]));
}

async function insertLots(ctx: AccountContext, lots: readonly NamedLot[]): Promise<void> {
  // Sorted, so that two writers that make the same lots wait for one another in one order.
  const rows = lots
    .map((lot) => ({ id: newID('lot'), itemID: lot.itemID, lotNumber: lotNumber(lot.lotNumber), key: lotKey(lot) }))
    .sort((left, right) => (left.key < right.key ? -1 : 1));
  const { rows: made } = await sql<{ id: string; lotNumber: string; sku: string }>`
    with made as (
      insert into inventory.lot (account_id, id, item_id, lot_number, created_at, updated_at)
      select ${ctx.account.id}, made.id, made.item_id, made.lot_number, ${ctx.clock.now()}, ${ctx.clock.now()}
      from unnest(${rows.map(({ id }) => id)}::text[], ${rows.map(({ itemID }) => itemID)}::text[],
        ${rows.map((row) => row.lotNumber)}::text[]) as made (id, item_id, lot_number)
      on conflict do nothing returning account_id, id, item_id, lot_number
    ) select made.id, made.lot_number as "lotNumber", item.sku from made
      join inventory.item item on item.account_id = made.account_id and item.id = made.item_id`.execute(ctx.em.query());
  for (const { id } of made) audit(ctx, { record: { type: 'lot', id }, action: 'created' });
  await ctx.em.flush();
  await indexRecords(
    ctx,
    made.map((lot) => ({ type: 'lot', id: lot.id, title: lot.lotNumber, subtitle: lot.sku, text: '' })),
  );
  if (made.length > 0) touched(ctx, 'lots');
}

/**
 * Ids of lots by item and number, by `lotKey`. With `create` those that are missing are made; the items exist, the
 * caller has
 * looked them up. Two statements for any number of them, four where some are new.
 */
export async function lotsOf(
  ctx: AccountContext,
  lots: readonly NamedLot[],
  { create = false }: { create?: boolean } = {},
): Promise<Map<string, string>> {
  if (lots.length === 0) return new Map();
  const wanted = new Map(lots.map((lot) => [lotKey(lot), lot]));
  const found = await findLots(ctx, [...wanted.values()]);
  const missing = [...wanted].flatMap(([key, lot]) => (found.has(key) ? [] : [lot]));
  if (!create || missing.length === 0) return found;
  await insertLots(ctx, missing);
  return findLots(ctx, [...wanted.values()]);
}
