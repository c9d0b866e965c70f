import { definePermissions, defineRecords, defineScreenList } from '@millwright/core/contracts';

/** Rights over categories (spec operations section 6), with what each role type has out of the box. */
export const categoryPermissions = definePermissions([
  {
    code: 'categories',
    name: 'Categories and properties',
    group: 'items',
    description: 'How items are sorted and described.',
    defaults: { user: 'crud', sales_rep: 'r', scanner: 'r' },
  },
]);

export const categoryRecordTypes = defineRecords([
  {
    type: 'category',
    prefix: 'cat',
    label: 'Category',
    permission: 'categories:read',
    path: '/dashboard/categories/{id}',
  },
]);

/** Screens of categories (spec operations section 2). */
export const categoryScreens = defineScreenList([
  {
    name: 'categories',
    path: '/dashboard/categories',
    title: 'Categories',
    needs: ['categories:read'],
    nav: { section: 'Setup', order: 24, icon: 'folder' },
  },
  {
    name: 'category-create',
    path: '/dashboard/categories/create',
    title: 'New category',
    needs: ['categories:create', 'unit_groups:read'],
  },
  { name: 'category', path: '/dashboard/categories/:categoryID', title: 'Category', needs: ['categories:read'] },
  {
    name: 'category-edit',
    path: '/dashboard/categories/:categoryID/edit',
    title: 'Edit category',
    needs: ['categories:update', 'unit_groups:read'],
  },
]);
