import { defineEntity, type InferEntity } from '@mikro-orm/core';
import { column, globalColumns, globalTable } from '../../database/tenant-entity.ts';

/** A submitted contact form (spec commerce section 5). */
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
    /** Network address of the sender for the limit, for IPv6 the /64. */
    source: column.text(),
  },
  indexes: [{ properties: ['source', 'createdAt'] }],
});
export type DemoRequest = InferEntity<typeof DemoRequest>;
