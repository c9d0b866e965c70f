import { defineEntity } from '@mikro-orm/core';
import { column, globalTable } from '../../database/tenant-entity.ts';

/**
 * Notices between processes to drop cached data; see `notices`. Processes poll it every second, and notices are deleted
 * after minutes.
 */
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
