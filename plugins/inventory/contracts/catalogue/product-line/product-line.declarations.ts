import { definePermissions, defineRecords, defineScreenList } from '@millwright/core/contracts';

/** Rights over product lines (spec operations section 6), with what each role type has out of the box. */
export const productLinePermissions = definePermissions([
  {
    code: 'product_lines',
    name: 'Product lines',
    group: 'products',
    description: 'Families of products with their commission and freight exemptions.',
    defaults: { user: 'crud', sales_rep: 'r' },
  },
]);

export const productLineRecordTypes = defineRecords([
  {
    type: 'product_line',
    prefix: 'pln',
    label: 'Product line',
    permission: 'product_lines:read',
    path: '/dashboard/product-lines/{id}',
  },
]);

/** Screens of product lines (spec operations section 2). */
export const productLineScreens = defineScreenList([
  {
    name: 'product-lines',
    path: '/dashboard/product-lines',
    title: 'Product lines',
    needs: ['product_lines:read'],
    nav: { section: 'Setup', order: 20, icon: 'tag' },
  },
  {
    name: 'product-line-create',
    path: '/dashboard/product-lines/create',
    title: 'New product line',
    needs: ['product_lines:create', 'unit_groups:read'],
  },
  {
    name: 'product-line',
    path: '/dashboard/product-lines/:productLineID',
    title: 'Product line',
    needs: ['product_lines:read'],
  },
  {
    name: 'product-line-edit',
    path: '/dashboard/product-lines/:productLineID/edit',
    title: 'Edit product line',
    needs: ['product_lines:update', 'unit_groups:read'],
  },
]);
