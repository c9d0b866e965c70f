import { defineEvent } from '@millwright/core/contracts';
import { z } from 'zod';

/** A customer was added. */
export const customerCreated = defineEvent({
  type: 'commerce.customer.created',
  payload: z.object({ customerID: z.string(), number: z.string(), name: z.string() }),
});

/** Fields of a customer changed; `fields` are contract names: `name`, `status`, `defaultCarrier`. */
export const customerChanged = defineEvent({
  type: 'commerce.customer.changed',
  payload: z.object({ customerID: z.string(), fields: z.array(z.string()) }),
});

/** Name or number of a customer changed, so search entries that contain them have to be renewed. */
export const customerRenamed = defineEvent({
  type: 'commerce.customer.renamed',
  payload: z.object({ customerID: z.string(), number: z.string(), name: z.string() }),
});

/** A customer was deleted, which only happens without references to it. */
export const customerDeleted = defineEvent({
  type: 'commerce.customer.deleted',
  payload: z.object({ customerID: z.string(), number: z.string(), name: z.string() }),
});

export const customerEvents = [customerCreated, customerChanged, customerRenamed, customerDeleted] as const;
