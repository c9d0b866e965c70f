import { defineEntity, type InferEntity } from '@mikro-orm/core';
import { accountColumn, column, tenantTable } from '../database/tenant-entity.ts';

/** A domain whose emails the account's sign-in provider may confirm. A proven domain belongs to one account. */
export const EmailDomain = defineEntity({
  ...tenantTable('core', 'email_domain', { tenant: 'r', auth: 'crud', authReadsAll: true }),
  name: 'EmailDomain',
  properties: {
    ...accountColumn(),
    domain: column.id().primary(),
    /**
     * Time at which its TXT record was first found; null for a domain in the transition period, which was in use before
     * proofs existed.
     */
    provenAt: column.timestamp().nullable(),
    /** Time at which the record was last found. */
    seenAt: column.timestamp().nullable(),
    /** Time of the last check. */
    checkedAt: column.timestamp(),
    /** Consecutive checks without the record. */
    misses: column.integer().default(0),
    /** End of the transition period of an unproven domain. */
    until: column.timestamp().nullable(),
  },
  indexes: [{ properties: ['domain'] }, { properties: ['checkedAt'] }],
  checks: [{ name: 'email_domain_counts', expression: '(proven_at is null) = (until is not null)' }],
});
export type EmailDomain = InferEntity<typeof EmailDomain>;
