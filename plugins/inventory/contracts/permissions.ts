import { definePermissions } from '@millwright/core/contracts';

/** Permission domains of the catalogue and the warehouse (spec operations section 6). */
export const inventoryPermissions = definePermissions([
  {
    code: 'products',
    name: 'Products',
    group: 'products',
    description: 'What the account sells, with prices and costs.',
    defaults: { user: 'crud', sales_rep: 'r', customer: 'r' },
  },
  {
    code: 'product_lines',
    name: 'Product lines',
    group: 'products',
    description: 'Families of products with their commission and freight exemptions.',
    defaults: { user: 'crud', sales_rep: 'r' },
  },
  {
    code: 'items',
    name: 'Items',
    group: 'items',
    description: 'Everything with a SKU: products, parts, materials and supplies.',
    defaults: { user: 'crud', sales_rep: 'r', scanner: 'r' },
  },
  {
    code: 'parts',
    name: 'Parts',
    group: 'items',
    description: 'Items that are made on the way to a product.',
    defaults: { user: 'crud', scanner: 'r' },
  },
  {
    code: 'materials',
    name: 'Materials',
    group: 'items',
    description: 'Items that are bought and used up in production.',
    defaults: { user: 'crud', scanner: 'r' },
  },
  {
    code: 'supplies',
    name: 'Supplies',
    group: 'items',
    description: 'Items that keep the business running and go into no product.',
    defaults: { user: 'crud', scanner: 'r' },
  },
  {
    code: 'categories',
    name: 'Categories and properties',
    group: 'items',
    description: 'How items are sorted and described.',
    defaults: { user: 'crud', sales_rep: 'r', scanner: 'r' },
  },
  {
    code: 'inventory',
    name: 'Inventory',
    group: 'inventory',
    description: 'Stock by place and lot: counts, receipts, reservations.',
    defaults: { user: 'crud', sales_rep: 'r', scanner: 'ru' },
  },
  {
    code: 'storage_locations',
    name: 'Storage locations',
    group: 'inventory',
    description: 'Where stock lies.',
    defaults: { user: 'crud', scanner: 'r' },
  },
  {
    code: 'inventory_change_logs',
    name: 'Inventory logs',
    group: 'logs',
    description: 'Who changed which stock.',
    defaults: { user: 'r' },
  },
  {
    code: 'units',
    name: 'Units',
    group: 'units',
    description: 'Units of measure.',
    defaults: { user: 'crud', sales_rep: 'r', scanner: 'r', customer: 'r' },
  },
  {
    code: 'unit_groups',
    name: 'Unit groups',
    group: 'units',
    description: 'Units that convert into one another, and their exact factors.',
    defaults: { user: 'crud', sales_rep: 'r', scanner: 'r', customer: 'r' },
  },
]);
