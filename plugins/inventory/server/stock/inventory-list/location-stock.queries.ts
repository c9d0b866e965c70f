import type { EndpointRequest } from '@millwright/core/contracts';
import { type AccountContext, isoText, listPage, sql } from '@millwright/core/server';
import { type LocationStockRow, listLocationStock, lotNumber } from '../../../contracts/index.ts';
import { ownerParty, partyColumn } from '../../catalogue/shared/party-columns.ts';
import { pathColumn, placeOf, placesInside } from '../../locations/storage-location/place-columns.ts';
import { StorageLocation } from '../../locations/storage-location/storage-location.entity.ts';
import { itemColumn, itemsFoundBy, shownQuantity, stockItemOf } from './stock-columns.ts';
import type { StockTables } from './stock-tables.ts';

const from = (ctx: AccountContext) =>
  ctx.em
    .query<StockTables>()
    .selectFrom('inventory.balance as balance')
    .where('balance.account_id', '=', ctx.account.id)
    .where('balance.on_hand', '>', '0');
type Matching = ReturnType<typeof from>;

const sku = sql<string>`(select item.sku from inventory.item item
  where item.account_id = balance.account_id and item.id = balance.item_id)`;
const locationName = sql<string>`(select location.name from inventory.storage_location location
  where location.account_id = balance.account_id and location.id = balance.location_id)`;

const withColumns = (query: Matching) =>
  query.select([
    'balance.id',
    'balance.location_id as locationID',
    'balance.lot_id as lotID',
    'balance.on_hand as onHand',
    'balance.updated_at as updatedAt',
    itemColumn('balance').as('item'),
    partyColumn('balance', 'owner_id').as('owner'),
    pathColumn('balance', 'location_id').as('path'),
    sql<
      LocationStockRow['lot']
    >`(select jsonb_build_object('id', lot.id, 'lotNumber', lot.lot_number, 'expiresOn', lot.expires_on)
      from inventory.lot lot where lot.account_id = balance.account_id and lot.id = balance.lot_id)`.as('lot'),
  ]);
type Row = Awaited<ReturnType<ReturnType<typeof withColumns>['executeTakeFirstOrThrow']>>;

const rowOf = (ctx: AccountContext, row: Row): LocationStockRow => ({
  id: row.id,
  item: stockItemOf(row.item),
  ownerAccount: ownerParty(ctx, row.owner),
  storageLocation: placeOf(row.locationID, row.path),
  lot: row.lot,
  quantity: shownQuantity(row.item, row.onHand, row.id, 'quantity'),
  updatedAt: isoText(row.updatedAt),
});

/** What lies in a place, by SKU; 404 for a place that is not there. */
export async function findLocationStock(
  ctx: AccountContext,
  locationID: string,
  page: EndpointRequest<typeof listLocationStock>['query'],
) {
  await ctx.em.get(StorageLocation, locationID);
  let matching = from(ctx);
  matching = page.isBelowIncluded
    ? matching.where('balance.location_id', 'in', placesInside(ctx, [locationID]))
    : matching.where('balance.location_id', '=', locationID);
  if (page.query) matching = matching.where('balance.item_id', 'in', itemsFoundBy(page.query));
  if (page.itemIDs) matching = matching.where('balance.item_id', 'in', page.itemIDs);
  if (page.types)
    matching = matching.where(
      sql<boolean>`exists (select from inventory.item item where item.account_id = balance.account_id
        and item.id = balance.item_id and item.type = any(${page.types}::text[]))`,
    );
  if (page.lotIDs) matching = matching.where('balance.lot_id', 'in', page.lotIDs);
  if (page.customerIDs) matching = matching.where('balance.owner_id', 'in', page.customerIDs);
  if (page.lotNumber)
    matching = matching.where(
      sql<boolean>`exists (select from inventory.lot lot where lot.account_id = balance.account_id
        and lot.id = balance.lot_id and lot.lot_number = ${lotNumber(page.lotNumber)})`,
    );
  const { items, count } = await listPage(ctx, {
    list: listLocationStock,
    scope: locationID,
    id: 'balance.id',
    matching,
    select: (query) => withColumns(query as Matching),
    page,
    sortable: { sku, location: locationName, updatedAt: 'balance.updated_at' },
    order: [
      [sku, 'asc'],
      [locationName, 'asc'],
    ],
  });
  return { items: items.map((row) => rowOf(ctx, row)), count };
}
