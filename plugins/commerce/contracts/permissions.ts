import { definePermissions } from '@millwright/core/contracts';

/** Rights over documents that roles can be given already. */
export const documentPermissions = definePermissions([
  {
    code: 'purchase_orders',
    name: 'Purchase orders',
    group: 'purchasing',
    description: 'Orders at suppliers.',
    defaults: { user: 'crud' },
  },
  {
    code: 'receiving_orders',
    name: 'Receiving orders',
    group: 'purchasing',
    description: 'Goods that arrive, and their deliveries.',
    defaults: { user: 'crud' },
  },
  {
    code: 'picks',
    name: 'Picks',
    group: 'picking',
    description: 'Picking and packing of orders.',
    defaults: { user: 'crud', scanner: 'ru' },
  },
  {
    code: 'shipments',
    name: 'Shipments',
    group: 'shipping',
    description: 'Packed cases on their way to customers.',
    defaults: { user: 'crud' },
  },
  {
    code: 'invoices',
    name: 'Invoices',
    group: 'invoices',
    description: 'What customers are billed, and receivables.',
    defaults: { user: 'crud', sales_rep: 'r', customer: 'r' },
  },
  {
    code: 'transactions',
    name: 'Transactions',
    group: 'payments',
    description: 'Payments, credits, adjustments and rebates.',
    defaults: { user: 'crud' },
  },
  {
    code: 'settlements',
    name: 'Settlements',
    group: 'payments',
    description: 'Transactions allocated to invoices.',
    defaults: { user: 'crud' },
  },
]);
