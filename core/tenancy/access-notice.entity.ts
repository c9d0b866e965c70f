import { defineEntity } from '@mikro-orm/core';
import { column, globalTable } from '../database/tenant-entity.ts';

/** What processes tell each other to forget; see `notices`. Looked at every second and gone after minutes. */
export const AccessNotice = defineEntity({
  ...globalTable('core', 'access_notice', { auth: 'crud' }),
  name: 'AccessNotice',
  properties: {
    id: column.id().primary(),
    subject: column.text(),
    createdAt: column.timestamp(),
  },
  indexes: [{ properties: ['createdAt'] }],
});
