import { defineEntity, type InferEntity } from '@mikro-orm/core';
import { column, globalTable } from '../../database/tenant-entity.ts';

/**
 * An event of a person's sign-in; append-only. It is separate from the accounts' audit trail, because people belong to
 * no account.
 */
export const PersonEvent = defineEntity({
  ...globalTable('core', 'person_event', { auth: 'cr' }),
  name: 'PersonEvent',
  properties: {
    id: column.id().primary(),
    userID: column.id(),
    action: column.text(),
    sessionID: column.id().nullable(),
    requestID: column.text(),
    ip: column.text(),
    userAgent: column.text(),
    createdAt: column.timestamp(),
  },
  indexes: [{ properties: ['userID', 'createdAt'] }],
});
export type PersonEvent = InferEntity<typeof PersonEvent>;
