import { defineEntity, type InferEntity } from '@mikro-orm/core';
import type { IntegrationCode } from '../contracts/work/integration.contract.ts';
import { accountColumn, column, tenantColumns, tenantTable } from '../database/tenant-entity.ts';

/** An external service of the account, with encrypted credentials. */
export const Integration = defineEntity({
  ...tenantTable('core', 'integration'),
  name: 'Integration',
  properties: {
    ...tenantColumns(),
    name: column.text(),
    code: column.id().$type<IntegrationCode>(),
    isActive: column.boolean().default(true),
    /** Encrypted value of each field; see `credential-vault.ts`. */
    credentials: column.json<Record<string, string>>(),
    /** Masked value of each field, which people may see. */
    masks: column.json<Record<string, string>>(),
  },
  uniques: [{ properties: ['accountID', 'name'] }],
  checks: [{ name: 'integration_code', expression: "code in ('stripe', 'ups', 'shippo', 'practice_carrier')" }],
});
export type Integration = InferEntity<typeof Integration>;

/** The key for an account's secrets, itself encrypted with a key that is not in the database. */
export const AccountKey = defineEntity({
  ...tenantTable('core', 'account_key'),
  name: 'AccountKey',
  properties: {
    ...accountColumn(),
    keyID: column.id().primary(),
    /** Id of the installation key used: the first digits of a hash, which do not reveal the key. */
    sealedWith: column.text(),
    sealedKey: column.text(),
    createdAt: column.timestamp(),
  },
});
export type AccountKey = InferEntity<typeof AccountKey>;
