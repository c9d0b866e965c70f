import { definePermissions, defineRecords, defineScreenList } from '@millwright/core/contracts';

/** Rights over payment terms (spec commerce section 6), with what each role type has out of the box. */
export const paymentTermPermissions = definePermissions([
  {
    code: 'payment_terms',
    name: 'Payment terms',
    group: 'payments',
    description: 'When invoices are due.',
    defaults: { user: 'crud', sales_rep: 'r' },
  },
]);

export const paymentTermRecordTypes = defineRecords([
  {
    type: 'payment_term',
    prefix: 'pyt',
    label: 'Payment term',
    permission: 'payment_terms:read',
    path: '/dashboard/payment-terms/{id}',
  },
]);

/** Screens of payment terms (spec commerce section 2); create and edit are one form. */
export const paymentTermScreens = defineScreenList([
  {
    name: 'payment-terms',
    path: '/dashboard/payment-terms',
    title: 'Payment terms',
    needs: ['payment_terms:read'],
    nav: { section: 'Setup', order: 12, icon: 'calendar' },
  },
  {
    name: 'payment-term-create',
    path: '/dashboard/payment-terms/create',
    title: 'New payment term',
    needs: ['payment_terms:create', 'payment_terms:read'],
  },
  {
    name: 'payment-term-edit',
    path: '/dashboard/payment-terms/:paymentTermID',
    title: 'Payment term',
    needs: ['payment_terms:read'],
  },
]);
