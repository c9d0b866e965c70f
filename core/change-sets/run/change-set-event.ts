import { z } from 'zod';
import { defineEvent } from '../../contracts/plugins/event.ts';

/**
 * A set has work that does not fit into a call. Each delivery works for some seconds and emits the next event. `slice`
 * distinguishes the current delivery from repeated and overtaken ones.
 */
export const changeSetAdvanced = defineEvent({
  type: 'core.change-set.advanced',
  isInternal: 'A job of the platform continues the work of the change set',
  payload: z.object({ changeSetID: z.string(), slice: z.int() }),
});
