import { type EndpointRequest, problems } from '@millwright/core/contracts';
import { type AccountContext, isoText, listPage, searchIDs, sql, todayOf } from '@millwright/core/server';
import { type Lot, listLots } from '../../../contracts/index.ts';
import { placesInside } from '../../locations/storage-location/place-columns.ts';
import { itemColumn, shownQuantity, stockItemOf } from '../inventory-list/stock-columns.ts';
import type { StockTables } from '../inventory-list/stock-tables.ts';

const from = (ctx: AccountContext) =>
  ctx.em.query<StockTables>().selectFrom('inventory.lot as lot').where('lot.account_id', '=', ctx.account.id);
type Matching = ReturnType<typeof from>;

const sku = sql<string>`(select item.sku from inventory.item item
  where item.account_id = lot.account_id and item.id = lot.item_id)`;

const withColumns = (query: Matching) =>
  query.select([
    'lot.id',
    'lot.lot_number as lotNumber',
    sql<string | null>`lot.expires_on::text`.as('expiresOn'),
    'lot.notes',
    'lot.version',
    'lot.created_at as createdAt',
    'lot.updated_at as updatedAt',
    itemColumn('lot').as('item'),
    sql<string>`(select coalesce(sum(balance.on_hand), 0) from inventory.balance balance
      where balance.account_id = lot.account_id and balance.lot_id = lot.id)`.as('onHand'),
  ]);
type Row = Awaited<ReturnType<ReturnType<typeof withColumns>['executeTakeFirstOrThrow']>>;

const lotOf = (today: string, { item, onHand, ...row }: Row): Lot => ({
  ...row,
  item: stockItemOf(item),
  isExpired: row.expiresOn !== null && row.expiresOn < today,
  onHand: shownQuantity(item, onHand, row.id, 'onHand'),
  createdAt: isoText(row.createdAt),
  updatedAt: isoText(row.updatedAt),
});

/** A page of lots, the newest first. */
export async function findLots(ctx: AccountContext, page: EndpointRequest<typeof listLots>['query']) {
  let matching = from(ctx);
  if (page.query) matching = matching.where('lot.id', 'in', searchIDs(['lot'], page.query));
  if (page.itemIDs) matching = matching.where('lot.item_id', 'in', page.itemIDs);
  if (page.storageLocationIDs)
    matching = matching.where(
      sql<boolean>`exists (select from inventory.balance balance where balance.account_id = lot.account_id
        and balance.lot_id = lot.id and balance.on_hand > 0
        and balance.location_id in ${placesInside(ctx, page.storageLocationIDs)})`,
    );
  if (page.hasStock !== undefined)
    matching = matching.where(
      sql<boolean>`exists (select from inventory.balance balance where balance.account_id = lot.account_id
        and balance.lot_id = lot.id and balance.on_hand > 0) = ${page.hasStock}`,
    );
  if (page.expiresUntil) matching = matching.where(sql<boolean>`lot.expires_on <= ${page.expiresUntil}::date`);
  const { items, count } = await listPage(ctx, {
    list: listLots,
    id: 'lot.id',
    matching,
    select: (query) => withColumns(query as Matching),
    page,
    sortable: { lotNumber: 'lot.lot_number', sku, expiresOn: 'lot.expires_on', createdAt: 'lot.created_at' },
    order: [['lot.created_at', 'desc']],
  });
  const today = todayOf(ctx);
  return { items: items.map((row) => lotOf(today, row)), count };
}

/** One lot; 404 for what is not there. */
export async function lotByID(ctx: AccountContext, id: string): Promise<Lot> {
  const row = await withColumns(from(ctx)).where('lot.id', '=', id).executeTakeFirst();
  if (!row) throw problems.not_found();
  return lotOf(todayOf(ctx), row);
}
