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
    /** Sealed; see `credential-vault.ts`. */
    sealedSecret: column.text(),
    /** Whose people it speaks for: the part of their email behind the @. */
    domains: column.textArray(),
    /** Claim of the ID token that names the role; null where all have the usual one. */
    roleClaim: column.text().nullable(),
    /** Role by value of the claim. */
    roles: column.json<Record<string, string>>().defaultRaw("'{}'"),
    /** Role of those whom the claim gives none; null lets only those in who are members or have another. */
    usualRoleID: column.id().nullable(),
    isEnabled: column.boolean().default(false),
    /** Staff works in the account after signing in this way alone; administrators are not kept out. */
    isOnlyWay: column.boolean().default(false),
    updatedAt: column.timestamp(),
    version: column.integer().default(1),
  },
  checks: [{ name: 'identity_provider_only_way', expression: 'is_enabled or not is_only_way' }],
});
export type IdentityProvider = InferEntity<typeof IdentityProvider>;
