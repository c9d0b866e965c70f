import { defineEntity, type InferEntity } from '@mikro-orm/core';
import { column, globalColumns, globalTable } from '../database/tenant-entity.ts';

/**
 * Somebody who wants to sign up and has not proven their address yet. Nothing else is there of them: a person and an
 * account come with the code. An address that has a sign-in already leaves the same row, with a code that was mailed to
 * nobody.
 */
export const PendingRegistration = defineEntity({
  ...globalTable('core', 'pending_registration'),
  name: 'PendingRegistration',
  properties: {
    /** `rgp_...`; whoever asked has it, and confirms with it. */
    ...globalColumns(),
    email: column.text(),
    name: column.text(),
    accountName: column.text().nullable(),
    passwordHash: column.text(),
    /**
     * What the code is made of: the id of the registration for which it was mailed first. `none` for an address that
     * has a sign-in: no code is ever right.
     */
    codeHash: column.text(),
    attempts: column.integer().default(0),
    expiresAt: column.timestamp(),
  },
  indexes: [{ properties: ['expiresAt'] }],
});
export type PendingRegistration = InferEntity<typeof PendingRegistration>;
