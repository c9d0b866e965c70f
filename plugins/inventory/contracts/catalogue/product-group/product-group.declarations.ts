import { definePermissions, defineRecords, defineScreenList } from '@millwright/core/contracts';

/**
 * Rights over product groups and variations (spec operations section 6), with what each role type has out of the box.
 */
export const productGroupPermissions = definePermissions([
  {
    code: 'product_groups',
    name: 'Product groups',
    group: 'products',
    description: 'Products in several variations, and what they differ in.',
    defaults: { user: 'crud', sales_rep: 'r' },
  },
]);

export const productGroupRecordTypes = defineRecords([
  {
    type: 'product_group',
    prefix: 'pgr',
    label: 'Product group',
    permission: 'product_groups:read',
    path: '/dashboard/product-groups/{id}',
  },
]);

/** Screens of product groups and variations (spec operations section 2). */
export const productGroupScreens = defineScreenList([
  {
    name: 'product-groups',
    path: '/dashboard/product-groups',
    title: 'Product groups',
    needs: ['product_groups:read'],
    nav: { section: 'Setup', order: 21, icon: 'layers' },
  },
  {
    name: 'product-group-create',
    path: '/dashboard/product-groups/create',
    title: 'New product group',
    needs: ['product_groups:create', 'categories:read'],
  },
  {
    name: 'product-group',
    path: '/dashboard/product-groups/:productGroupID',
    title: 'Product group',
    needs: ['product_groups:read'],
  },
  {
    name: 'product-group-edit',
    path: '/dashboard/product-groups/:productGroupID/edit',
    title: 'Edit product group',
    needs: ['product_groups:update', 'categories:read'],
  },
  {
    name: 'product-variations',
    path: '/dashboard/product-variations',
    title: 'Product variations',
    needs: ['product_groups:read'],
    nav: { section: 'Setup', order: 22, icon: 'grid' },
  },
]);
