import { defineEntity, type InferEntity } from '@mikro-orm/core';
import { column, globalColumns, globalTable } from '../../database/tenant-entity.ts';

/** A sign-in with all its refresh tokens. */
export const Session = defineEntity({
  ...globalTable('core', 'session'),
  name: 'Session',
  properties: {
    ...globalColumns(),
    userID: column.id(),
    /** Fixed at sign-in; refreshing does not extend it. */
    expiresAt: column.timestamp(),
    revokedAt: column.timestamp().nullable(),
    /**
     * `signed_out`, `reused`, `password_changed`, `password_reset`, `address_proven`, `provider_changed`,
     * `provider_unlinked`, `joined_elsewhere`.
     */
    revokedReason: column.text().nullable(),
    ip: column.text(),
    userAgent: column.text(),
    /** Method of the sign-in: `password`, `passkey` or `provider`. */
    method: column.text().default('password'),
    /** Account whose provider was used. */
    providerAccountID: column.id().nullable(),
    /** Confirmation by `app`, `passkey`, `recovery` or the provider itself; null without a second factor. */
    secondFactor: column.text().nullable(),
  },
  indexes: [
    { properties: ['userID'] },
    { name: 'session_through', properties: ['providerAccountID'], where: 'provider_account_id is not null' },
  ],
  checks: [{ name: 'session_revoked_with_reason', expression: '(revoked_at is null) = (revoked_reason is null)' }],
});
export type Session = InferEntity<typeof Session>;

/**
 * A refresh token, stored as its SHA-256. Rotated tokens stay until the session ends, so that a replay is recognized.
 */
export const RefreshToken = defineEntity({
  ...globalTable('core', 'refresh_token'),
  name: 'RefreshToken',
  properties: {
    /** SHA-256 of the token in hex. */
    tokenHash: column.id().primary(),
    sessionID: column.id(),
    createdAt: column.timestamp(),
    /** Time at which its only successor was created. */
    rotatedAt: column.timestamp().nullable(),
  },
  indexes: [{ properties: ['sessionID'] }],
});
export type RefreshToken = InferEntity<typeof RefreshToken>;
