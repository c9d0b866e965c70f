import { accountsIn } from '../jobs/looks/due-sql.ts';
import type { ScheduledJob } from '../kernel/plugin/plugin.ts';
import { deletedRecords } from '../records/deleted-records.ts';
import type { RecordRegistry } from '../records/record-registry.ts';
import { removeFilesOf } from './file.service.ts';

/**
 * Deletes the files of records whose deletion can no longer be undone: every night, in accounts with files. `keptDays`
 * are those in which a deletion can be undone.
 */
export const pruneFilesJob = (records: () => RecordRegistry, keptDays: number): ScheduledJob => ({
  name: 'core.prune-files',
  cron: '22 4 * * *',
  due: { sql: accountsIn('core.file') },
  async handle(ctx) {
    // A day more, because a change set counts from its last row.
    await removeFilesOf(ctx, await deletedRecords(ctx, records(), { table: 'core.file', keptDays: keptDays + 1 }));
  },
});
