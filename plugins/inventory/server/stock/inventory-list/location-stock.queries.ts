import type { EndpointRequest } from '@millwright/core/contracts';
import { type AccountContext, projection, sql } from '@millwright/core/server';
import { listLocationStock, locationStockRow, lotNumber } from '../../../contracts/index.ts';
import { ownerParty, partyColumn } from '../../catalogue/shared/party-columns.ts';
import { pathColumn, placeOf, placesInside } from '../../locations/storage-location/places/place-columns.ts';
import { StorageLocation } from '../../locations/storage-location/storage-location.entity.ts';
import { itemColumn, shownQuantity, stockItemOf } from './stock-columns.ts';
import { balanceFilters, filtersByItem, searchItems } from './stock-filters.ts';

const { storageLocationIDs: _, ...filters } = balanceFilters('balance');

const view = projection(locationStockRow, {
  list: listLocationStock,
  table: 'inventory.balance',
  where: sql<boolean>`balance.on_hand > 0`,
  computed: {
    lot: sql`(select jsonb_build_object('id', lot.id, 'lotNumber', lot.lot_number, 'expiresOn', lot.expires_on)
      from inventory.lot lot where lot.account_id = balance.account_id and lot.id = balance.lot_id)`,
  },
  extra: {
    item: itemColumn('balance'),
    owner: partyColumn('balance', 'owner_id'),
    locationID: sql.ref<string>('balance.location_id'),
    path: pathColumn('balance', 'location_id'),
    onHand: sql.ref<string>('balance.on_hand'),
  },
  derived: {
    item: ({ item }) => stockItemOf(item),
    ownerAccount: ({ owner }, ctx) => ownerParty(ctx, owner),
    storageLocation: ({ locationID, path }) => placeOf(locationID, path),
    quantity: ({ id, item, onHand }) => shownQuantity(item, onHand, id, 'quantity'),
  },
  search: searchItems('balance'),
  filters: {
    ...filters,
    types: filtersByItem('balance').types,
    lotNumber: (text) => sql<boolean>`exists (select from inventory.lot lot where lot.account_id = balance.account_id
      and lot.id = balance.lot_id and lot.lot_number = ${lotNumber(text)})`,
    // The part of the list says which places are meant.
    isBelowIncluded: () => sql<boolean>`true`,
  },
  sortable: {
    sku: sql`(select item.sku from inventory.item item
      where item.account_id = balance.account_id and item.id = balance.item_id)`,
    location: sql`(select location.name from inventory.storage_location location
      where location.account_id = balance.account_id and location.id = balance.location_id)`,
  },
  order: ['sku', 'location'],
});

/** Stock in a place, by SKU; 404 for an unknown place. */
export async function findLocationStock(
  ctx: AccountContext,
  locationID: string,
  page: EndpointRequest<typeof listLocationStock>['query'],
) {
  await ctx.em.get(StorageLocation, locationID);
  const where = page.isBelowIncluded
    ? sql<boolean>`balance.location_id in ${placesInside(ctx, [locationID])}`
    : sql<boolean>`balance.location_id = ${locationID}`;
  return view.find(ctx, page, { where, key: locationID });
}
