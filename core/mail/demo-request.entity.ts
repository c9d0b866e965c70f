import { defineEntity, type InferEntity } from '@mikro-orm/core';
import { column, globalColumns, globalTable } from '../database/tenant-entity.ts';

/** What somebody wrote into the contact form (spec commerce section 5). */
export const DemoRequest = defineEntity({
  ...globalTable('core', 'demo_request', { auth: 'cr' }),
  name: 'DemoRequest',
  properties: {
    ...globalColumns(),
    contactName: column.text(),
    email: column.text(),
    company: column.text(),
    phoneNumber: column.text().nullable(),
    message: column.text().nullable(),
    /** Where it came from, IPv6 as its /64: what the limit counts. */
    source: column.text(),
  },
  indexes: [{ properties: ['source', 'createdAt'] }],
});
export type DemoRequest = InferEntity<typeof DemoRequest>;
