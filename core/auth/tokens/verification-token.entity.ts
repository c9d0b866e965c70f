import { defineEntity, type InferEntity } from '@mikro-orm/core';
import { column, globalColumns, globalTable } from '../../database/tenant-entity.ts';

/** A mailed secret: the code that verifies an email, or the link that resets a password. One per person and purpose. */
export const VerificationToken = defineEntity({
  ...globalTable('core', 'verification_token'),
  name: 'VerificationToken',
  properties: {
    ...globalColumns(),
    userID: column.id(),
    /** The email to which it was sent; a code does not verify an email that was changed later. */
    identifier: column.text(),
    /** `email` or `reset`. */
    purpose: column.text(),
    /** In hex: SHA-256 of a reset token, HMAC of a code (a plain hash of six digits could be guessed). */
    tokenHash: column.id(),
    expiresAt: column.timestamp(),
    attempts: column.integer().default(0),
  },
  uniques: [{ properties: ['userID', 'purpose'] }, { properties: ['tokenHash'] }],
  checks: [{ name: 'verification_token_purpose', expression: "purpose in ('email', 'reset')" }],
});
export type VerificationToken = InferEntity<typeof VerificationToken>;
