import type { EndpointRequest } from '@millwright/core/contracts';
import { projection, sql } from '@millwright/core/server';
import { listPalletLabels, palletLabel } from '../../contracts/index.ts';

/** Labels, newest first. */
export const palletLabels = projection<typeof palletLabel, EndpointRequest<typeof listPalletLabels>['query']>(
  palletLabel,
  {
    list: listPalletLabels,
    table: 'acme_pallet_labels.pallet_label',
    search: ['orderNumber', 'customerName'],
    filters: {
      orderID: (value) => sql<boolean>`pallet_label.order_id = ${value}`,
      isPrinted: (value) =>
        value ? sql<boolean>`pallet_label.printed_at is not null` : sql<boolean>`pallet_label.printed_at is null`,
    },
    order: [['createdAt', 'desc']],
  },
);
