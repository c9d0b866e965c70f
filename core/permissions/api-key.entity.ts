import { defineEntity, type InferEntity } from '@mikro-orm/core';
import { column, tenantColumns, tenantTable } from '../database/tenant-entity.ts';

/**
 * A key with which a program works in one account; belongs to the account, not to a person. Secrets are kept as
 * SHA-256.
 */
export const ApiKey = defineEntity({
  ...tenantTable('core', 'api_key', { authReadsAll: true, auth: 'ru' }),
  name: 'ApiKey',
  properties: {
    ...tenantColumns(),
    name: column.text(),
    /** Hex of the SHA-256 of the secret: 256 random bits need no slow hash. */
    secretHash: column.text(),
    /** First characters of the secret, to tell keys apart. */
    secretHint: column.text(),
    /** After a rotation the former secret works until `previousExpiresAt`. */
    previousSecretHash: column.text().nullable(),
    previousExpiresAt: column.timestamp().nullable(),
    /** Permission codes: `sales_orders:read`. */
    scopes: column.textArray(),
    /** Addresses and networks that it is used from; empty for everywhere. */
    networks: column.textArray().defaultRaw("'{}'"),
    expiresAt: column.timestamp().nullable(),
    lastUsedAt: column.timestamp().nullable(),
    rotatedAt: column.timestamp().nullable(),
    revokedAt: column.timestamp().nullable(),
    /** Of a device that has not been paired yet: SHA-256 of its code, and until when the code opens. */
    pairingHash: column.text().nullable(),
    pairingExpiresAt: column.timestamp().nullable(),
    /** Of a device: days without use after which it has ended. */
    idleDays: column.integer().nullable(),
    /** Who made it, as in the audit trail. */
    createdByName: column.text(),
  },
  indexes: [{ properties: ['id'] }, { properties: ['pairingHash'] }],
  uniques: [{ properties: ['accountID', 'name'] }],
  checks: [
    { name: 'api_key_secret_form', expression: "secret_hash ~ '^[0-9a-f]{64}$'" },
    { name: 'api_key_previous', expression: '(previous_secret_hash is null) = (previous_expires_at is null)' },
    { name: 'api_key_pairing', expression: '(pairing_hash is null) = (pairing_expires_at is null)' },
  ],
});
export type ApiKey = InferEntity<typeof ApiKey>;
