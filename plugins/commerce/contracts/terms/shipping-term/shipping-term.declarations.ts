import { definePermissions, defineRecords, defineScreenList } from '@millwright/core/contracts';

/** Rights over shipping terms (spec commerce section 6), with what each role type has out of the box. */
export const shippingTermPermissions = definePermissions([
  {
    code: 'shipping_terms',
    name: 'Shipping terms',
    group: 'shipping',
    description: 'Who pays the freight, and how much.',
    defaults: { user: 'crud', sales_rep: 'r' },
  },
]);

export const shippingTermRecordTypes = defineRecords([
  {
    type: 'shipping_term',
    prefix: 'sht',
    label: 'Shipping term',
    permission: 'shipping_terms:read',
    path: '/dashboard/shipping-terms/{id}',
  },
]);

/** Screens of shipping terms (spec commerce section 2); create and edit are one form. */
export const shippingTermScreens = defineScreenList([
  {
    name: 'shipping-terms',
    path: '/dashboard/shipping-terms',
    title: 'Shipping terms',
    needs: ['shipping_terms:read'],
    nav: { section: 'Setup', order: 14, icon: 'receipt' },
  },
  {
    name: 'shipping-term-create',
    path: '/dashboard/shipping-terms/create',
    title: 'New shipping term',
    needs: ['shipping_terms:create', 'shipping_terms:read'],
  },
  {
    name: 'shipping-term-edit',
    path: '/dashboard/shipping-terms/:shippingTermID',
    title: 'Shipping term',
    needs: ['shipping_terms:read'],
  },
]);
