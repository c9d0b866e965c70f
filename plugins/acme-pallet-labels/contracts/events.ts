import { defineEvent } from '@millwright/core/contracts';
import { z } from 'zod';

/** The labels of an order were renewed, or deleted (`count` 0). */
export const palletLabelsPrepared = defineEvent({
  type: 'acme-pallet-labels.prepared',
  isPublic: true,
  sentence: 'The pallet labels of an order were renewed or deleted.',
  record: 'sales_order',
  example: { orderID: 'so_01kb7m0x4yf2dsjq5r3h8t6w9c', number: '1042', count: 4 },
  payload: z.object({ orderID: z.string(), number: z.string(), count: z.int() }),
});

/** Every event of the plugin. */
export const palletLabelEvents = [palletLabelsPrepared] as const;
