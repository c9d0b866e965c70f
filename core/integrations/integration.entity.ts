import { defineEntity, type InferEntity } from '@mikro-orm/core';
import type { IntegrationCode } from '../contracts/integration.contract.ts';
import { accountColumn, column, tenantColumns, tenantTable } from '../database/tenant-entity.ts';

/** A service of somebody else that the account works with, and the sealed credentials for it. */
export const Integration = defineEntity({
  ...tenantTable('core', 'integration'),
  name: 'Integration',
  properties: {
    ...tenantColumns(),
    name: column.text(),
    code: column.id().$type<IntegrationCode>(),
    isActive: column.boolean().default(true),
    /** Sealed value of each field; see `credential-vault.ts`. */
    credentials: column.json<Record<string, string>>(),
    /** What people may see of each field. */
    masks: column.json<Record<string, string>>(),
  },
  uniques: [{ properties: ['accountID', 'name'] }],
  checks: [{ name: 'integration_code', expression: "code in ('stripe', 'ups', 'shippo', 'practice_carrier')" }],
});
export type Integration = InferEntity<typeof Integration>;

/** The key that seals an account's secrets, itself sealed with a key that is not in the database. */
export const AccountKey = defineEntity({
  ...tenantTable('core', 'account_key'),
  name: 'AccountKey',
  properties: {
    ...accountColumn(),
    keyID: column.id().primary(),
    /** Which installation key sealed it: first digits of a hash, telling nothing about the key. */
    sealedWith: column.text(),
    sealedKey: column.text(),
    createdAt: column.timestamp(),
  },
});
export type AccountKey = InferEntity<typeof AccountKey>;
