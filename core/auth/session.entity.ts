import { defineEntity, type InferEntity } from '@mikro-orm/core';
import { column, globalColumns, globalTable } from '../database/tenant-entity.ts';

/** One sign-in: the family of all refresh tokens that follow from it. */
export const Session = defineEntity({
  ...globalTable('core', 'session'),
  name: 'Session',
  properties: {
    ...globalColumns(),
    userID: column.id(),
    /** Absolute; refreshing does not move it. */
    expiresAt: column.timestamp(),
    revokedAt: column.timestamp().nullable(),
    /**
     * `signed_out`, `reused`, `password_changed`, `password_reset`, `address_proven`,
     * `provider_changed`, `provider_unlinked`, `joined_elsewhere`.
     */
    revokedReason: column.text().nullable(),
    ip: column.text(),
    userAgent: column.text(),
    /** What it began with: `password`, `passkey` or `provider`. */
    method: column.text().default('password'),
    /** Through whose provider it began. */
    providerAccountID: column.id().nullable(),
    /** What confirmed it: `app`, `passkey`, `recovery`, or the provider itself; null without a second factor. */
    secondFactor: column.text().nullable(),
  },
  indexes: [
    { properties: ['userID'] },
    { name: 'session_through', properties: ['providerAccountID'], where: 'provider_account_id is not null' },
  ],
  checks: [{ name: 'session_revoked_with_reason', expression: '(revoked_at is null) = (revoked_reason is null)' }],
});
export type Session = InferEntity<typeof Session>;

/** A refresh token by its SHA-256; rotated ones stay until the session is over, so that a replay is known as one. */
export const RefreshToken = defineEntity({
  ...globalTable('core', 'refresh_token'),
  name: 'RefreshToken',
  properties: {
    /** Hex. */
    tokenHash: column.id().primary(),
    sessionID: column.id(),
    createdAt: column.timestamp(),
    /** When its one successor was made. */
    rotatedAt: column.timestamp().nullable(),
  },
  indexes: [{ properties: ['sessionID'] }],
});
export type RefreshToken = InferEntity<typeof RefreshToken>;
