import type { EndpointRequest } from '@millwright/core/contracts';
import { projection, sql } from '@millwright/core/server';
import { listPalletQuantities, palletQuantity } from '../../contracts/index.ts';

/** Quantities by SKU, without products that inventory has deleted. */
export const palletQuantities = projection<
  typeof palletQuantity,
  EndpointRequest<typeof listPalletQuantities>['query']
>(palletQuantity, {
  list: listPalletQuantities,
  table: 'acme_pallet_labels.pallet_quantity',
  joins: {
    item: { table: 'inventory.v_items', id: 'pallet_quantity.item_id', isRequired: true, isMatched: true },
  },
  computed: {
    product: sql`json_build_object('id', item.id, 'sku', item.sku, 'description', item.description)`,
    unit: sql`item.default_unit_name`,
  },
  search: [sql`item.sku`, sql`item.description`],
  sortable: { sku: 'item.sku' },
  order: ['sku'],
});
