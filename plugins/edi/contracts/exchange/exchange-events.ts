import { defineEvent } from '@millwright/core/contracts';
import { z } from 'zod';

/** Documents wait to be sent, or connections have to be checked. */
export const exchangeDue = defineEvent({
  type: 'edi.exchange.due',
  isInternal: 'A job of the platform sends documents or checks connections',
  payload: z.object({ kind: z.enum(['send', 'pull']) }),
});

/** Every event of EDI. */
export const exchangeEvents = [exchangeDue] as const;
