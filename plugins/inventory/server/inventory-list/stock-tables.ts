import type { TableRow } from '@millwright/core/server';
import type { Tables } from '../catalogue/tables.ts';
import type { Lot } from '../lot/lot.entity.ts';
import type { Balance } from '../stock/balance.entity.ts';
import type { CostLayer } from '../stock/cost-layer.entity.ts';
import type { ItemPosition } from '../stock/item-position.entity.ts';
import type { StorageLocation } from '../storage-location/storage-location.entity.ts';

/** Tables of stock for projections. */
export type StockTables = Tables & {
  'inventory.storage_location': TableRow<typeof StorageLocation>;
  'inventory.lot': TableRow<typeof Lot>;
  'inventory.item_position': TableRow<typeof ItemPosition>;
  'inventory.balance': TableRow<typeof Balance>;
  'inventory.cost_layer': TableRow<typeof CostLayer>;
};
