import type { TableRow } from '@millwright/core/server';
import type { Tables } from '../../catalogue/shared/tables.ts';
import type { StorageLocation } from '../../locations/storage-location/storage-location.entity.ts';
import type { Balance } from '../ledger/entity/balance.entity.ts';
import type { CostLayer } from '../ledger/entity/cost-layer.entity.ts';
import type { ItemPosition } from '../ledger/entity/item-position.entity.ts';
import type { Lot } from '../lot/lot.entity.ts';

/** Tables of stock for projections. */
export type StockTables = Tables & {
  'inventory.storage_location': TableRow<typeof StorageLocation>;
  'inventory.lot': TableRow<typeof Lot>;
  'inventory.item_position': TableRow<typeof ItemPosition>;
  'inventory.balance': TableRow<typeof Balance>;
  'inventory.cost_layer': TableRow<typeof CostLayer>;
};
