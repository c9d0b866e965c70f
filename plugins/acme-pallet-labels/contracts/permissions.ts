import { definePermissions } from '@millwright/core/contracts';

/** Permissions of the plugin. Pallet quantities are warehouse data, so they belong to the permission for labels. */
export const palletLabelPermissions = definePermissions([
  {
    code: 'pallet_labels',
    name: 'Pallet labels',
    group: 'shipping',
    description: 'Labels for the pallets of an order, and how much of a product fits on one.',
    defaults: { user: 'crud', sales_rep: 'r', scanner: 'ru' },
  },
]);
