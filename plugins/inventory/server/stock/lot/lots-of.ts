import { newID } from '@millwright/core/contracts';
import { type AccountContext, audit, indexRecords, listed, sql, todayOf, touched } from '@millwright/core/server';
import { listLots, lotNumber, stockProblems } from '../../../contracts/index.ts';
import { settleLots } from '../demand/closed-stock.ts';
import { Lot } from './lot.entity.ts';

/** A lot by item and number. */
export interface NamedLot {
  itemID: string;
  /** As entered; padded here. */
  lotNumber: string;
  /** ISO date; absent if unknown. */
  expiresOn?: string | undefined;
  /** Path in the request, for field errors. */
  path?: string | undefined;
}

/** Key of a lot in the answer of `lotsOf`. */
export const lotKey = (lot: Pick<NamedLot, 'itemID' | 'lotNumber'>): string =>
  `${lot.itemID} ${lotNumber(lot.lotNumber)}`;

async function findLots(ctx: AccountContext, lots: readonly NamedLot[]): Promise<Map<string, string>> {
  const { rows } = await sql<NamedLot & { id: string }>`select id, item_id as "itemID", lot_number as "lotNumber"
    from inventory.lot where account_id = ${ctx.account.id}
      and (item_id, lot_number) in (select * from unnest(${lots.map(({ itemID }) => itemID)}::text[],
        ${lots.map((lot) => lotNumber(lot.lotNumber))}::text[]))`.execute(ctx.em.query());
  return new Map(rows.map((row) => [lotKey(row), row.id]));
}

async function insertLots(ctx: AccountContext, lots: readonly NamedLot[]): Promise<void> {
  // Sorted, so that two transactions that insert the same lots wait for each other in one order.
  const rows = lots
    .map((lot) => ({ ...lot, id: newID('lot'), lotNumber: lotNumber(lot.lotNumber), key: lotKey(lot) }))
    .sort((left, right) => (left.key < right.key ? -1 : 1));
  await sql`insert into inventory.lot (account_id, id, item_id, lot_number, expires_on, is_blocked, created_at,
      updated_at)
    select ${ctx.account.id}, made.id, made.item_id, made.lot_number, made.expires_on,
      coalesce(made.expires_on < ${todayOf(ctx)}::date, false), ${ctx.clock.now()},
      ${ctx.clock.now()}
    from unnest(${rows.map(({ id }) => id)}::text[], ${rows.map(({ itemID }) => itemID)}::text[],
      ${rows.map((row) => row.lotNumber)}::text[],
      ${rows.map(({ expiresOn }) => expiresOn ?? null)}::date[]) as made (id, item_id, lot_number, expires_on)
    on conflict do nothing`.execute(ctx.em.query());
  const { rows: made } = await sql<{ id: string; lotNumber: string; sku: string }>`
    select lot.id, lot.lot_number as "lotNumber", item.sku from inventory.lot lot
    join inventory.item item on item.account_id = lot.account_id and item.id = lot.item_id
    where lot.account_id = ${ctx.account.id} and lot.id = any(${listed(rows.map(({ id }) => id))})`.execute(
    ctx.em.query(),
  );
  for (const { id } of made) audit(ctx, { record: { type: 'lot', id }, action: 'created' });
  await ctx.em.flush();
  await indexRecords(
    ctx,
    made.map((lot) => ({ type: 'lot', id: lot.id, title: lot.lotNumber, subtitle: lot.sku, text: '' })),
  );
  if (made.length > 0) touched(ctx, listLots);
}

/**
 * Ids of lots by item and number, by `lotKey`. With `create` missing lots are inserted; the caller has checked that the
 * items exist. Two statements for any number of lots, four if some are new.
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

/**
 * Ids of lots of received stock: missing lots are created with the given expiry date, and a lot without one gets it
 * now.
 * @throws 409 `lot_expiry_differs` if a lot has another date
 */
export async function lotsThatCome(ctx: AccountContext, lots: readonly NamedLot[]): Promise<Map<string, string>> {
  const ids = await lotsOf(ctx, lots, { create: true });
  const dated = new Map(lots.flatMap((lot) => (lot.expiresOn ? [[ids.get(lotKey(lot)) ?? '', lot] as const] : [])));
  if (dated.size === 0) return ids;
  const known = await ctx.em.find(Lot, { accountID: ctx.account.id, id: { $in: [...dated.keys()].sort() } });
  for (const lot of known) {
    const { expiresOn, path = '' } = dated.get(lot.id) as NamedLot;
    if (lot.expiresOn === expiresOn) continue;
    const message = `Lot ${lot.lotNumber} expires on ${lot.expiresOn}`;
    if (lot.expiresOn !== null) throw stockProblems.lot_expiry_differs({ message, errors: [{ path, message }] });
    ctx.em.assign(lot, { expiresOn: expiresOn ?? null });
    const changes = [{ field: 'expiresOn', from: null, to: expiresOn ?? null }];
    audit(ctx, { record: { type: 'lot', id: lot.id }, action: 'updated', changes });
  }
  await ctx.em.flush();
  await settleLots(ctx, [...dated.keys()]);
  return ids;
}
