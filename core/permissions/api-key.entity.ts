import { defineEntity, type InferEntity } from '@mikro-orm/core';
import { column, tenantColumns, tenantTable } from '../database/tenant-entity.ts';

/**
 * A key that lets a program work in one account. It belongs to the account, not to a person. Secrets are stored as
 * SHA-256.
 */
export const ApiKey = defineEntity({
  ...tenantTable('core', 'api_key', { authReadsAll: true, auth: 'ru' }),
  name: 'ApiKey',
  properties: {
    ...tenantColumns(),
    name: column.text(),
    /** SHA-256 of the secret in hex; its 256 random bits need no slow hash. */
    secretHash: column.text(),
    /** The first characters of the secret, to distinguish keys. */
    secretHint: column.text(),
    /** After a rotation the previous secret is valid until `previousExpiresAt`. */
    previousSecretHash: column.text().nullable(),
    previousExpiresAt: column.timestamp().nullable(),
    /** Permission codes: `sales_orders:read`. */
    scopes: column.textArray(),
    /** Addresses and networks from which it may be used; empty for everywhere. */
    networks: column.textArray().defaultRaw("'{}'"),
    expiresAt: column.timestamp().nullable(),
    lastUsedAt: column.timestamp().nullable(),
    rotatedAt: column.timestamp().nullable(),
    revokedAt: column.timestamp().nullable(),
    /** For a device that is not paired yet: SHA-256 of its pairing code, and the code's expiry. */
    pairingHash: column.text().nullable(),
    pairingExpiresAt: column.timestamp().nullable(),
    /** For a device: days without use after which the key expires. */
    idleDays: column.integer().nullable(),
    /** Name of the creator, as in the audit trail. */
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
