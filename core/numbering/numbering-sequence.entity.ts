import { defineEntity, type InferEntity } from '@mikro-orm/core';
import { accountColumn, column, tenantTable } from '../database/tenant-entity.ts';

/**
 * The counter of one kind of document. Every value from `start` to below `next` exists as a document's number, since it
 * is taken in the transaction that writes the document.
 */
export const NumberingSequence = defineEntity({
  ...tenantTable('core', 'numbering_sequence'),
  name: 'NumberingSequence',
  properties: {
    ...accountColumn(),
    kind: column.id().primary(),
    /** The number that the next document gets. */
    next: column.bigint(),
    /** Where counting began: the first number, or the one a person raised the counter to. */
    start: column.bigint(),
    /** Rows of `core.claimed_number` of this kind: while 0, nobody has to look there. */
    claimed: column.integer(),
    updatedAt: column.timestamp(),
  },
  checks: [{ name: 'numbering_sequence_order', expression: 'next >= start and start >= 0 and claimed >= 0' }],
});
export type NumberingSequence = InferEntity<typeof NumberingSequence>;

/**
 * A number ahead of the counter that a person or a file gave to a document; the counter steps over it and removes the
 * row.
 */
export const ClaimedNumber = defineEntity({
  ...tenantTable('core', 'claimed_number'),
  name: 'ClaimedNumber',
  properties: { ...accountColumn(), kind: column.id().primary(), number: column.bigint().primary() },
});
export type ClaimedNumber = InferEntity<typeof ClaimedNumber>;
