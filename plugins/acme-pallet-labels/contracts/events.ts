import { defineEvent } from '@millwright/core/contracts';
import { z } from 'zod';

/** The labels of an order were renewed, or deleted (`count` 0). */
export const palletLabelsPrepared = defineEvent({
  type: 'acme-pallet-labels.prepared',
  payload: z.object({ orderID: z.string(), number: z.string(), count: z.int() }),
});

/** Every event of the plugin. */
export const palletLabelEvents = [palletLabelsPrepared] as const;
