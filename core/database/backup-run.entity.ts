import { defineEntity } from '@mikro-orm/core';
import { column, globalTable } from './tenant-entity.ts';

/** A backup that `millwright backup` has finished, for whoever watches that there is one every day. */
export const BackupRun = defineEntity({
  ...globalTable('core', 'backup_run', { auth: '', job: 'r' }),
  name: 'BackupRun',
  properties: {
    id: column.id().primary(),
    /** The file or folder. */
    place: column.text(),
    bytes: column.bigint(),
    finishedAt: column.timestamp(),
  },
  indexes: [{ properties: ['finishedAt'] }],
});
