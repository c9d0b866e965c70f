import { z } from 'zod';
import { defineEvent } from '../contracts/event.ts';

/**
 * A set has work to do that does not fit into a call. A delivery does some seconds of it and emits the next; `slice`
 * tells the delivery that counts from those that were repeated or overtaken.
 */
export const changeSetAdvanced = defineEvent({
  type: 'core.change-set.advanced',
  payload: z.object({ changeSetID: z.string(), slice: z.int() }),
});
