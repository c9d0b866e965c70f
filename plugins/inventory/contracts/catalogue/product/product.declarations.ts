import { definePermissions, defineRecords, defineScreenList } from '@millwright/core/contracts';

/** Permissions for products (spec operations section 6), with the defaults of each role type. */
export const productPermissions = definePermissions([
  {
    code: 'products',
    name: 'Products',
    group: 'products',
    description: 'What the account sells, with prices and costs.',
    defaults: { user: 'crud', sales_rep: 'r', customer: 'r' },
  },
]);

export const productRecordTypes = defineRecords([
  {
    type: 'product',
    prefix: 'itm',
    kindOf: 'item',
    label: 'Product',
    permission: 'products:read',
    path: '/dashboard/products/{id}',
    customers: true,
  },
]);

/** Screens of products (spec operations section 2). */
export const productScreens = defineScreenList([
  {
    name: 'products',
    path: '/dashboard/products',
    title: 'Products',
    needs: ['products:read'],
    customers: true,
    nav: { section: 'Stock', order: 2, icon: 'box', shortcut: 'g p' },
  },
  {
    name: 'product-create',
    path: '/dashboard/products/create',
    title: 'New product',
    needs: ['products:create', 'product_lines:read', 'units:read', 'unit_groups:read'],
  },
  { name: 'product', path: '/dashboard/products/:itemID', title: 'Product', needs: ['products:read'], customers: true },
  {
    name: 'product-edit',
    path: '/dashboard/products/:itemID/edit',
    title: 'Edit product',
    needs: ['products:update', 'product_lines:read', 'units:read', 'unit_groups:read'],
  },
]);
