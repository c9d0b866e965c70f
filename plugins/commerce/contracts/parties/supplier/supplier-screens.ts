import { defineScreenList } from '@millwright/core/contracts';

/** Screens of suppliers; part of `commerceScreens`. */
export const supplierScreens = defineScreenList([
  {
    name: 'suppliers',
    path: '/dashboard/suppliers',
    title: 'Suppliers',
    needs: ['suppliers:read'],
    nav: { section: 'Purchasing', order: 10, icon: 'truck', shortcut: 'g u' },
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
