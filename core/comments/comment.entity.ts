import { defineEntity, type InferEntity } from '@mikro-orm/core';
import { accountColumn, belongsTo, column, tenantColumns, tenantTable } from '../database/tenant-entity.ts';
import { Member } from '../tenancy/access/member.entity.ts';

/**
 * A comment on a record of any type. It hangs on the record by type and id, like the history, so that it is there again
 * when a deletion is undone.
 */
export const RecordComment = defineEntity({
  ...tenantTable('core', 'comment', { isClosedToCustomers: true }),
  name: 'RecordComment',
  properties: {
    ...tenantColumns(),
    recordType: column.id(),
    recordID: column.id(),
    /** Plain text; empty once the comment is removed. */
    text: column.text(),
    /** Null for a comment of an API key. */
    author: () => belongsTo(Member, 'author_id').nullable(),
    authorName: column.text(),
    editedAt: column.timestamp().nullable(),
    removedAt: column.timestamp().nullable(),
  },
  indexes: [
    { properties: ['accountID', 'recordType', 'recordID', 'createdAt'] },
    { properties: ['accountID', 'author'] },
  ],
  checks: [
    { name: 'comment_length', expression: 'char_length(text) <= 5000' },
    { name: 'comment_removed', expression: "removed_at is null or text = ''" },
  ],
});
export type RecordComment = InferEntity<typeof RecordComment>;

/** Who is told of comments on a record. */
export const RecordFollower = defineEntity({
  ...tenantTable('core', 'record_follower', { isClosedToCustomers: true }),
  name: 'RecordFollower',
  properties: {
    ...accountColumn(),
    recordType: column.id().primary(),
    recordID: column.id().primary(),
    member: () => belongsTo(Member, 'member_id').primary(),
    /** True for a person who does not want to be told, whoever else makes them follow. */
    isMuted: column.boolean(),
  },
  indexes: [{ properties: ['accountID', 'member'] }],
});
export type RecordFollower = InferEntity<typeof RecordFollower>;
