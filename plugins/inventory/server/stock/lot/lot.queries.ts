import { among, projection, sql, todayOf } from '@millwright/core/server';
import { listLots, lots } from '../../../contracts/index.ts';
import { placesInside } from '../../locations/storage-location/places/place-columns.ts';
import { itemColumn, shownQuantity, stockItemOf } from '../inventory-list/stock-columns.ts';

/** Lots, the newest first. */
export const lotView = projection(lots.row, {
  list: listLots,
  table: 'inventory.lot',
  computed: {
    expiresOn: sql`lot.expires_on::text`,
    isExpired: (ctx) => sql`coalesce(lot.expires_on < ${todayOf(ctx)}::date, false)`,
  },
  extra: {
    item: itemColumn('lot'),
    lying: sql<string>`(select coalesce(sum(balance.on_hand), 0) from inventory.balance balance
      where balance.account_id = lot.account_id and balance.lot_id = lot.id)`,
  },
  derived: {
    item: ({ item }) => stockItemOf(item),
    onHand: ({ id, item, lying }) => shownQuantity(item, lying, id, 'onHand'),
  },
  search: { document: 'lot' },
  filters: {
    itemIDs: (ids) => among('lot.item_id', ids),
    storageLocationIDs: (ids, ctx) => sql<boolean>`exists (select from inventory.balance balance
      where balance.account_id = lot.account_id and balance.lot_id = lot.id and balance.on_hand > 0
        and balance.location_id in ${placesInside(ctx, ids)})`,
    hasStock: (value) => sql<boolean>`exists (select from inventory.balance balance
      where balance.account_id = lot.account_id and balance.lot_id = lot.id and balance.on_hand > 0) = ${value}`,
    expiresUntil: (day) => sql<boolean>`lot.expires_on <= ${day}::date`,
  },
  sortable: {
    sku: sql`(select item.sku from inventory.item item
      where item.account_id = lot.account_id and item.id = lot.item_id)`,
    expiresOn: 'lot.expires_on',
  },
  order: [['createdAt', 'desc']],
});
