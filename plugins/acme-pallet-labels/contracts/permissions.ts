import { definePermissions } from '@millwright/core/contracts';

/** What roles can be given: pallet quantities are the warehouse's, so they go with the labels. */
export const palletLabelPermissions = definePermissions([
  {
    code: 'pallet_labels',
    name: 'Pallet labels',
    group: 'shipping',
    description: 'Labels for the pallets of an order, and how much of a product fits on one.',
    defaults: { user: 'crud', sales_rep: 'r', scanner: 'ru' },
  },
]);
