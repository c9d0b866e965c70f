import { defineEntity, type InferEntity } from '@mikro-orm/core';
import { accountColumn, column, tenantTable } from '../database/tenant-entity.ts';

/** How the people of an account have to sign in; no row asks for nothing. */
export const SignInPolicy = defineEntity({
  ...tenantTable('core', 'sign_in_policy', { auth: 'r', authReadsAll: true }),
  name: 'SignInPolicy',
  properties: {
    ...accountColumn(),
    /** Since when a second factor is required (ISO), by role; `*` is everyone. */
    secondFactorSince: column.json<Record<string, string>>().defaultRaw("'{}'"),
    /** Days in which people set one up, from then or from when they joined. */
    graceDays: column.integer().default(7),
    updatedAt: column.timestamp(),
    version: column.integer().default(1),
  },
  checks: [{ name: 'sign_in_policy_grace', expression: 'grace_days between 0 and 90' }],
});
export type SignInPolicy = InferEntity<typeof SignInPolicy>;
