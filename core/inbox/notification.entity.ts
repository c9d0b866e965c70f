import { defineEntity, type InferEntity } from '@mikro-orm/core';
import { accountColumn, belongsTo, column, tenantTable } from '../database/tenant-entity.ts';
import { Member } from '../tenancy/access/member.entity.ts';

/**
 * What one person of the team is told. Writers only insert rows, so they never wait for each other; only the person
 * marks rows as read, and only the digest marks them as mailed.
 */
export const Notification = defineEntity({
  ...tenantTable('core', 'notification', {
    isClosedToCustomers: true,
    jobColumns: {
      select: ['account_id', 'created_at', 'is_for_digest'],
      update: [],
      why: 'one look finds the accounts with a digest to send or with old rows to delete',
    },
  }),
  name: 'Notification',
  properties: {
    ...accountColumn(),
    id: column.id().primary(),
    member: () => belongsTo(Member, 'member_id'),
    /** Code of a kind that a plugin declares in `notifications`. */
    kind: column.id(),
    /** Unread rows of one key and hour are one entry of the inbox. */
    key: column.id(),
    title: column.text(),
    text: column.text(),
    /** Title of several joined rows after their number: `comments on Order 1042`. */
    several: column.text().nullable(),
    recordType: column.id().nullable(),
    recordID: column.id().nullable(),
    /** Path of the screen to open; the record's own where it is null. */
    path: column.text().nullable(),
    createdAt: column.timestamp(),
    /** False where the person wants the kind only by mail: the row then waits for the digest alone. */
    isShown: column.boolean(),
    /** True until the next digest; false also where the person has read the row before. */
    isForDigest: column.boolean(),
    readAt: column.timestamp().nullable(),
  },
  indexes: [
    { properties: ['accountID', 'member', 'id'] },
    {
      name: 'notification_unread',
      properties: ['accountID', 'member', 'key', 'createdAt'],
      where: 'is_shown and read_at is null',
    },
    { name: 'notification_digest', properties: ['accountID', 'createdAt'], where: 'is_for_digest' },
    { properties: ['accountID', 'createdAt'] },
  ],
  checks: [{ name: 'notification_record', expression: '(record_type is null) = (record_id is null)' }],
});
export type Notification = InferEntity<typeof Notification>;
