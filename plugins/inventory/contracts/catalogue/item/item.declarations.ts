import { definePermissions, defineRecords, defineScreenList } from '@millwright/core/contracts';

/** Permissions for parts, materials and supplies (spec operations section 6), with the defaults of each role type. */
export const itemPermissions = definePermissions([
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
]);

/** Record types of items; the ids of all of them begin with `itm_`. */
export const itemRecordTypes = defineRecords([
  {
    type: 'part',
    prefix: 'itm',
    kindOf: 'item',
    label: 'Part',
    permission: 'parts:read',
    path: '/dashboard/parts/{id}',
  },
  {
    type: 'material',
    prefix: 'itm',
    kindOf: 'item',
    label: 'Material',
    permission: 'materials:read',
    path: '/dashboard/materials/{id}',
  },
  {
    type: 'supply',
    prefix: 'itm',
    kindOf: 'item',
    label: 'Supply',
    permission: 'supplies:read',
    path: '/dashboard/supplies/{id}',
  },
]);

/** Screens of parts, materials and supplies (spec operations section 2). */
export const itemScreens = defineScreenList([
  {
    name: 'parts',
    path: '/dashboard/parts',
    title: 'Parts',
    needs: ['parts:read'],
    nav: { section: 'Stock', order: 3, icon: 'nut' },
  },
  {
    name: 'part-create',
    path: '/dashboard/parts/create',
    title: 'New part',
    needs: ['parts:create', 'units:read', 'unit_groups:read'],
  },
  { name: 'part', path: '/dashboard/parts/:itemID', title: 'Part', needs: ['parts:read'] },
  {
    name: 'part-edit',
    path: '/dashboard/parts/:itemID/edit',
    title: 'Edit part',
    needs: ['parts:update', 'units:read', 'unit_groups:read'],
  },
  {
    name: 'materials',
    path: '/dashboard/materials',
    title: 'Materials',
    needs: ['materials:read'],
    nav: { section: 'Stock', order: 4, icon: 'drum' },
  },
  {
    name: 'material-create',
    path: '/dashboard/materials/create',
    title: 'New material',
    needs: ['materials:create', 'units:read', 'unit_groups:read'],
  },
  { name: 'material', path: '/dashboard/materials/:itemID', title: 'Material', needs: ['materials:read'] },
  {
    name: 'material-edit',
    path: '/dashboard/materials/:itemID/edit',
    title: 'Edit material',
    needs: ['materials:update', 'units:read', 'unit_groups:read'],
  },
  {
    name: 'supplies',
    path: '/dashboard/supplies',
    title: 'Supplies',
    needs: ['supplies:read'],
    nav: { section: 'Stock', order: 5, icon: 'drop' },
  },
  {
    name: 'supply-create',
    path: '/dashboard/supplies/create',
    title: 'New supply',
    needs: ['supplies:create', 'units:read', 'unit_groups:read'],
  },
  { name: 'supply', path: '/dashboard/supplies/:itemID', title: 'Supply', needs: ['supplies:read'] },
  {
    name: 'supply-edit',
    path: '/dashboard/supplies/:itemID/edit',
    title: 'Edit supply',
    needs: ['supplies:update', 'units:read', 'unit_groups:read'],
  },
]);
