import type { TableRow } from '@millwright/core/server';
import type { ItemViewRow } from '@millwright/inventory/contracts';
import type { PalletLabel } from './pallet-label/pallet-label.entity.ts';
import type { PalletQuantity } from './pallet-quantity/pallet-quantity.entity.ts';

/** Tables of the plugin and views of others, for projections. */
export interface Tables {
  'acme_pallet_labels.pallet_quantity': TableRow<typeof PalletQuantity>;
  'acme_pallet_labels.pallet_label': TableRow<typeof PalletLabel>;
  'inventory.v_items': ItemViewRow;
}
