import { definePermissions } from '@millwright/core/contracts';

/** Permissions for documents. */
export const documentPermissions = definePermissions([
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
]);
