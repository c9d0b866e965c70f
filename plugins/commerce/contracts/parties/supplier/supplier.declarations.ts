import { definePermissions, defineRecords, defineScreenList } from '@millwright/core/contracts';

/** Rights over suppliers (spec commerce section 6), with what each role type has out of the box. */
export const supplierPermissions = definePermissions([
  {
    code: 'suppliers',
    name: 'Suppliers',
    group: 'purchasing',
    description: 'Who the account buys from, with what they supply.',
    defaults: { user: 'crud' },
  },
]);

export const supplierRecordTypes = defineRecords([
  {
    type: 'supplier',
    prefix: 'sup',
    label: 'Supplier',
    permission: 'suppliers:read',
    path: '/dashboard/suppliers/{id}',
  },
  {
    type: 'supplier_material',
    prefix: 'spm',
    label: 'Supplier material',
    permission: 'suppliers:read',
    path: '/dashboard/suppliers/materials/{id}',
  },
]);

/** Screens of suppliers. */
export const supplierScreens = defineScreenList([
  {
    name: 'suppliers',
    path: '/dashboard/suppliers',
    title: 'Suppliers',
    needs: ['suppliers:read'],
    nav: { section: 'Buy', order: 10, icon: 'truck', shortcut: 'g u' },
  },
  {
    name: 'supplier-create',
    path: '/dashboard/suppliers/create',
    title: 'New supplier',
    needs: ['suppliers:create', 'payment_terms:read'],
  },
  {
    name: 'supplier-material',
    path: '/dashboard/suppliers/materials/:supplierMaterialID',
    title: 'Supplier material',
    needs: ['suppliers:read'],
  },
  { name: 'supplier', path: '/dashboard/suppliers/:supplierID', title: 'Supplier', needs: ['suppliers:read'] },
  {
    name: 'supplier-edit',
    path: '/dashboard/suppliers/:supplierID/edit',
    title: 'Edit supplier',
    needs: ['suppliers:update', 'payment_terms:read'],
  },
]);
