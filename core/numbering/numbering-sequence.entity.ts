import { defineEntity, type InferEntity } from '@mikro-orm/core';
import { accountColumn, column, tenantTable } from '../database/tenant-entity.ts';

/**
 * The counter of a kind of document. Every number from `start` up to but not including `next` belongs to a document,
 * because it is taken in the transaction that writes the document.
 */
export const NumberingSequence = defineEntity({
  ...tenantTable('core', 'numbering_sequence', {
    jobColumns: { select: ['account_id', 'kind'], update: [], why: 'a start finds accounts without a new series' },
  }),
  name: 'NumberingSequence',
  properties: {
    ...accountColumn(),
    kind: column.id().primary(),
    /** The number of the next document. */
    next: column.bigint(),
    /** Start of the gapless sequence: the first number, or the number to which a person raised the counter. */
    start: column.bigint(),
    /** Number of rows of this kind in `core.claimed_number`; if it is 0, that table is not queried. */
    claimed: column.integer(),
    updatedAt: column.timestamp(),
  },
  checks: [{ name: 'numbering_sequence_order', expression: 'next >= start and start >= 0 and claimed >= 0' }],
});
export type NumberingSequence = InferEntity<typeof NumberingSequence>;

/**
 * A number ahead of the counter that a person or a file gave to a document. The counter skips it and deletes the row.
 */
export const ClaimedNumber = defineEntity({
  ...tenantTable('core', 'claimed_number'),
  name: 'ClaimedNumber',
  properties: { ...accountColumn(), kind: column.id().primary(), number: column.bigint().primary() },
});
export type ClaimedNumber = InferEntity<typeof ClaimedNumber>;
