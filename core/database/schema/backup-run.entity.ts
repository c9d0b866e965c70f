import { defineEntity } from '@mikro-orm/core';
import { column, globalTable } from '../tenant-entity.ts';

/** A finished run of `millwright backup`, so that monitoring can check for daily backups. */
export const BackupRun = defineEntity({
  ...globalTable('core', 'backup_run', { auth: '', job: 'r' }),
  name: 'BackupRun',
  properties: {
    id: column.id().primary(),
    /** Path of the backup file or folder. */
    place: column.text(),
    bytes: column.bigint(),
    finishedAt: column.timestamp(),
  },
  indexes: [{ properties: ['finishedAt'] }],
});
