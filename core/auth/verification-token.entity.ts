import { defineEntity, type InferEntity } from '@mikro-orm/core';
import { column, globalColumns, globalTable } from '../database/tenant-entity.ts';

/**
 * A secret that was mailed: the code that proves an email, or the link that resets a password. One per person and
 * purpose.
 */
export const VerificationToken = defineEntity({
  ...globalTable('core', 'verification_token'),
  name: 'VerificationToken',
  properties: {
    ...globalColumns(),
    userID: column.id(),
    /** The email it was sent to; a code does not prove an email that was changed since. */
    identifier: column.text(),
    /** `email` or `reset`. */
    purpose: column.text(),
    /** Hex; SHA-256 of a reset token, HMAC of a code (six digits alone would be guessed from their hash). */
    tokenHash: column.id(),
    expiresAt: column.timestamp(),
    attempts: column.integer().default(0),
  },
  uniques: [{ properties: ['userID', 'purpose'] }, { properties: ['tokenHash'] }],
  checks: [{ name: 'verification_token_purpose', expression: "purpose in ('email', 'reset')" }],
});
export type VerificationToken = InferEntity<typeof VerificationToken>;
