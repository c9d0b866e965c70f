import { defineEvent } from '@millwright/core/contracts';
import { z } from 'zod';

/** A customer was added. */
export const customerCreated = defineEvent({
  type: 'commerce.customer.created',
  isPublic: true,
  sentence: 'A customer was added.',
  record: 'customer',
  example: { customerID: 'cus_01kb7m0w1nf8atk2v6c9d4e7gh', number: '1000', name: 'Prairie Farm Supply' },
  payload: z.object({ customerID: z.string(), number: z.string(), name: z.string() }),
});

/** Fields of a customer changed; `fields` are contract names: `name`, `status`, `defaultCarrier`. */
export const customerChanged = defineEvent({
  type: 'commerce.customer.changed',
  isPublic: true,
  sentence: 'Fields of a customer changed.',
  record: 'customer',
  example: { customerID: 'cus_01kb7m0w1nf8atk2v6c9d4e7gh', fields: ['status'] },
  payload: z.object({ customerID: z.string(), fields: z.array(z.string()) }),
});

/** Name or number of a customer changed, so search entries that contain them have to be renewed. */
export const customerRenamed = defineEvent({
  type: 'commerce.customer.renamed',
  isPublic: true,
  sentence: 'The name or number of a customer changed.',
  record: 'customer',
  example: { customerID: 'cus_01kb7m0w1nf8atk2v6c9d4e7gh', number: '1000', name: 'Prairie Farm Supply' },
  payload: z.object({ customerID: z.string(), number: z.string(), name: z.string() }),
});

/** A customer was deleted, which only happens without references to it. */
export const customerDeleted = defineEvent({
  type: 'commerce.customer.deleted',
  isPublic: true,
  sentence: 'A customer was deleted.',
  record: 'customer',
  example: { customerID: 'cus_01kb7m0w1nf8atk2v6c9d4e7gh', number: '1000', name: 'Prairie Farm Supply' },
  payload: z.object({ customerID: z.string(), number: z.string(), name: z.string() }),
});

export const customerEvents = [customerCreated, customerChanged, customerRenamed, customerDeleted] as const;
