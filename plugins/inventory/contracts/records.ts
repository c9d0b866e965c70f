import { defineRecords } from '@millwright/core/contracts';

/** Records of the catalogue that generic parts can name; products are items (`itm_...`) of type product. */
export const inventoryRecords = defineRecords([
  { type: 'product', prefix: 'itm', label: 'Product', permission: 'products:read', path: '/dashboard/products/{id}' },
  {
    type: 'product_line',
    prefix: 'pln',
    label: 'Product line',
    permission: 'product_lines:read',
    path: '/dashboard/product-lines/{id}',
  },
  {
    type: 'unit',
    prefix: 'unit',
    label: 'Unit',
    permission: 'units:read',
    path: '/dashboard/units-of-measure/units/{id}',
  },
  {
    type: 'unit_group',
    prefix: 'ugr',
    label: 'Unit group',
    permission: 'unit_groups:read',
    path: '/dashboard/units-of-measure/groups/{id}',
  },
]);
