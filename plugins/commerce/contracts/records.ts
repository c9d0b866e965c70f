import { defineRecords } from '@millwright/core/contracts';

/** Records of commerce that generic parts can name. A customer's id is also that of its party in core. */
export const commerceRecords = defineRecords([
  {
    type: 'sales_order',
    prefix: 'so',
    label: 'Sales order',
    permission: 'sales_orders:read',
    path: '/dashboard/sales-orders/{id}',
  },
  {
    type: 'customer',
    prefix: 'cus',
    label: 'Customer',
    permission: 'customers:read',
    path: '/dashboard/customers/{id}',
  },
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
  {
    type: 'account_group',
    prefix: 'agr',
    label: 'Customer group',
    permission: 'customer_groups:read',
    path: '/dashboard/customer-groups/{id}',
  },
  { type: 'carrier', prefix: 'car', label: 'Carrier', permission: 'carriers:read', path: '/dashboard/carriers/{id}' },
  {
    type: 'payment_term',
    prefix: 'pyt',
    label: 'Payment term',
    permission: 'payment_terms:read',
    path: '/dashboard/payment-terms/{id}',
  },
  {
    type: 'shipping_term',
    prefix: 'sht',
    label: 'Shipping term',
    permission: 'shipping_terms:read',
    path: '/dashboard/shipping-terms/{id}',
  },
]);
