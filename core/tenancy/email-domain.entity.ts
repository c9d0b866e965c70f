import { defineEntity, type InferEntity } from '@mikro-orm/core';
import { accountColumn, column, tenantTable } from '../database/tenant-entity.ts';

/** A domain whose emails the account's sign-in provider may name: of one account at a time, once it is proven. */
export const EmailDomain = defineEntity({
  ...tenantTable('core', 'email_domain', { tenant: 'r', auth: 'crud', authReadsAll: true }),
  name: 'EmailDomain',
  properties: {
    ...accountColumn(),
    domain: column.id().primary(),
    /** When its TXT record was found first; null for one that counts for a while as it was in use before. */
    provenAt: column.timestamp().nullable(),
    /** When the record was there last. */
    seenAt: column.timestamp().nullable(),
    /** When it was looked for last. */
    checkedAt: column.timestamp(),
    /** Times in a row that it was looked for and not there. */
    misses: column.integer().default(0),
    /** Until when one counts that was never proven. */
    until: column.timestamp().nullable(),
  },
  indexes: [{ properties: ['domain'] }, { properties: ['checkedAt'] }],
  checks: [{ name: 'email_domain_counts', expression: '(proven_at is null) = (until is not null)' }],
});
export type EmailDomain = InferEntity<typeof EmailDomain>;
