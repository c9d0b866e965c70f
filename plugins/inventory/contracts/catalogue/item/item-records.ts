import { defineRecords } from '@millwright/core/contracts';

/** Items that are no products, and what sorts and describes items, as generic parts can name them. All items are `itm_...`. */
export const itemRecords = defineRecords([
  { type: 'part', prefix: 'itm', label: 'Part', permission: 'parts:read', path: '/dashboard/parts/{id}' },
  {
    type: 'material',
    prefix: 'itm',
    label: 'Material',
    permission: 'materials:read',
    path: '/dashboard/materials/{id}',
  },
  { type: 'supply', prefix: 'itm', label: 'Supply', permission: 'supplies:read', path: '/dashboard/supplies/{id}' },
  {
    type: 'category',
    prefix: 'cat',
    label: 'Category',
    permission: 'categories:read',
    path: '/dashboard/categories/{id}',
  },
  {
    type: 'property',
    prefix: 'prp',
    label: 'Property',
    permission: 'categories:read',
    path: '/dashboard/properties/{id}',
  },
  {
    type: 'product_group',
    prefix: 'pgr',
    label: 'Product group',
    permission: 'product_groups:read',
    path: '/dashboard/product-groups/{id}',
  },
  {
    type: 'department',
    prefix: 'dpt',
    label: 'Department',
    permission: 'departments:read',
    path: '/dashboard/departments/{id}',
  },
  { type: 'machine', prefix: 'mch', label: 'Machine', permission: 'machines:read', path: '/dashboard/machines/{id}' },
]);
