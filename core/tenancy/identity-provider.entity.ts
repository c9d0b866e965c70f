import { defineEntity, type InferEntity } from '@mikro-orm/core';
import { accountColumn, column, tenantTable } from '../database/tenant-entity.ts';

/** The account's own OpenID Connect provider, through which its people sign in. */
export const IdentityProvider = defineEntity({
  ...tenantTable('core', 'identity_provider', { tenant: 'r', auth: 'crud', authReadsAll: true }),
  name: 'IdentityProvider',
  properties: {
    ...accountColumn(),
    issuer: column.text(),
    clientID: column.text(),
    /** Encrypted; see `credential-vault.ts`. */
    sealedSecret: column.text(),
    /** Email domains of the provider's people. */
    domains: column.textArray(),
    /** Claim of the ID token with the role; null if everyone gets the default role. */
    roleClaim: column.text().nullable(),
    /** Role by value of the claim. */
    roles: column.json<Record<string, string>>().defaultRaw("'{}'"),
    /** Role of people to whom the claim gives none; null admits only members and people with another role. */
    usualRoleID: column.id().nullable(),
    isEnabled: column.boolean().default(false),
    /** Whether staff may sign in only through the provider; administrators are exempt. */
    isOnlyWay: column.boolean().default(false),
    updatedAt: column.timestamp(),
    version: column.integer().default(1),
  },
  checks: [{ name: 'identity_provider_only_way', expression: 'is_enabled or not is_only_way' }],
});
export type IdentityProvider = InferEntity<typeof IdentityProvider>;
