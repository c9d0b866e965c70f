import { defineProblems, recordDeclarations } from '@millwright/core/contracts';
import { deliveries } from './delivery.contract.ts';

/** Record type and screens of deliveries (spec commerce section 2). */
export const deliveryDeclarations = recordDeclarations(deliveries, {
  nav: { section: 'Buy', order: 32, icon: 'clipboard' },
  hasForm: false,
});

/** Refusals of deliveries. */
export const deliveryProblems = defineProblems({
  /** Nothing was rejected, or the rejected goods have left already. */
  nothing_to_return: { status: 409, message: 'Nothing of this delivery waits to be returned' },
  /** The delivery is void, or was inspected already. */
  delivery_not_open: { status: 409, message: 'The delivery was accepted, rejected or voided already' },
});
