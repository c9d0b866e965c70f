import { defineEntity, type InferEntity } from '@mikro-orm/core';
import { accountColumn, column, tenantTable } from '../../../database/tenant-entity.ts';

/** The account's requirements for signing in; no row means none. */
export const SignInPolicy = defineEntity({
  ...tenantTable('core', 'sign_in_policy', { auth: 'r', authReadsAll: true }),
  name: 'SignInPolicy',
  properties: {
    ...accountColumn(),
    /** Start of the requirement of a second factor (ISO time) by role; `*` means everyone. */
    secondFactorSince: column.json<Record<string, string>>().defaultRaw("'{}'"),
    /** Days for setting up a second factor, from the start of the requirement or from joining. */
    graceDays: column.integer().default(7),
    updatedAt: column.timestamp(),
    version: column.integer().default(1),
  },
  checks: [{ name: 'sign_in_policy_grace', expression: 'grace_days between 0 and 90' }],
});
export type SignInPolicy = InferEntity<typeof SignInPolicy>;
