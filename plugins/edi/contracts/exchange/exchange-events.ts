import { defineEvent } from '@millwright/core/contracts';
import { z } from 'zod';

/** Something waits to be sent, or connections are to be looked at. */
export const exchangeDue = defineEvent({
  type: 'edi.exchange.due',
  payload: z.object({ kind: z.enum(['send', 'pull']) }),
});

/** Every event of EDI. */
export const exchangeEvents = [exchangeDue] as const;
