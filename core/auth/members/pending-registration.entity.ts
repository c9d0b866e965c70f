import { defineEntity, type InferEntity } from '@mikro-orm/core';
import { column, globalColumns, globalTable } from '../../database/tenant-entity.ts';

/**
 * A registration whose email is not verified yet. Person and account are created only with the code. For an email that
 * already has a sign-in the row is the same, but its code is not mailed.
 */
export const PendingRegistration = defineEntity({
  ...globalTable('core', 'pending_registration'),
  name: 'PendingRegistration',
  properties: {
    /** `rgp_...`, known to the registering person, who confirms with it. */
    ...globalColumns(),
    email: column.text(),
    name: column.text(),
    accountName: column.text().nullable(),
    passwordHash: column.text(),
    /**
     * The id of the registration from which the code is derived: the first one for which it was mailed. `none` for an
     * email that has a sign-in, for which every code is wrong.
     */
    codeHash: column.text(),
    attempts: column.integer().default(0),
    expiresAt: column.timestamp(),
  },
  indexes: [{ properties: ['expiresAt'] }],
});
export type PendingRegistration = InferEntity<typeof PendingRegistration>;
