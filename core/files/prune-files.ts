import { dayLength } from '../contracts/texts/date.ts';
import { sql } from '../database/tenant-entity-manager.ts';
import { accountsIn } from '../jobs/looks/due-sql.ts';
import type { AccountContext } from '../kernel/context/context.ts';
import type { ScheduledJob } from '../kernel/plugin/plugin.ts';
import { isRecordGone, type RecordRegistry } from '../records/record-registry.ts';
import { removeFilesOf } from './file.service.ts';

/**
 * Deletes the files of records whose deletion can no longer be undone. Every deletion, of one record, of many, by an
 * import that is undone, ends in an entry `deleted` of the record's history, and its undoing in a later one.
 */
async function pruneFiles(ctx: AccountContext, records: RecordRegistry, keptDays: number): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - keptDays * dayLength);
  const { rows } = await sql<{ type: string; id: string }>`select filed.record_type as type, filed.record_id as id
    from (select distinct record_type, record_id from core.file
      where account_id = ${ctx.account.id} and record_id is not null) filed
    cross join lateral (select entry.action, entry.occurred_at from core.audit_event entry
      where entry.account_id = ${ctx.account.id} and entry.record_type = filed.record_type
        and entry.record_id = filed.record_id and not starts_with(entry.action, 'file_')
      order by entry.occurred_at desc, entry.id desc limit 1) newest
    where newest.action = 'deleted' and newest.occurred_at < ${before}`.execute(ctx.em.query());
  const gone: string[] = [];
  for (const { type, id } of rows) if (await isRecordGone(ctx, records, type, id)) gone.push(id);
  await removeFilesOf(ctx, gone);
}

/** Every night, in accounts with files. `keptDays` are those in which a deletion can be undone. */
export const pruneFilesJob = (records: () => RecordRegistry, keptDays: number): ScheduledJob => ({
  name: 'core.prune-files',
  cron: '22 4 * * *',
  due: { sql: accountsIn('core.file') },
  // A day more, because a change set counts from its last row.
  handle: (ctx) => pruneFiles(ctx, records(), keptDays + 1),
});
