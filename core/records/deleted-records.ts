import { dayLength } from '../contracts/texts/date.ts';
import { sql } from '../database/tenant-entity-manager.ts';
import type { AccountContext } from '../kernel/context/context.ts';
import { labelIfVisible, type RecordRegistry } from './record-registry.ts';

/** Tables whose rows hang on records by type and id. */
type HangingTable = 'core.file' | 'core.task';

type Part = ReturnType<typeof sql>;

/**
 * The newest entry of a record's history that is about the record itself, with action and time, in SQL. A record is
 * deleted if that one is `deleted`: every deletion, of one record, of many, by an import that is undone, ends in such
 * an entry, and its undoing in a later one. Entries about what hangs on the record do not count, because they also
 * follow its deletion: a file is found to be infected, a task or a request is closed.
 */
const newestEntry = (ctx: AccountContext, type: Part, id: Part): Part => sql`(select entry.action, entry.occurred_at
  from core.audit_event entry
  where entry.account_id = ${ctx.account.id} and entry.record_type = ${type} and entry.record_id = ${id}
    and entry.action !~ '^(file|task)_' and entry.action <> 'request_closed'
  order by entry.occurred_at desc, entry.id desc limit 1)`;

/** Whether the record with this type and id is there, in SQL. One without a history is. */
export const isRecordThere = (ctx: AccountContext, type: Part, id: Part) =>
  sql<boolean>`coalesce((select newest.action <> 'deleted' from ${newestEntry(ctx, type, id)} newest), true)`;

/** Whether a record is gone for its own type as well, whatever its history says. */
const isRecordGone = async (ctx: AccountContext, records: RecordRegistry, type: string, id: string): Promise<boolean> =>
  records.source(type) !== undefined && (await labelIfVisible(ctx, records, type, id)) === undefined;

/** Ids of the records with rows in the table whose deletion can no longer be undone. */
export async function deletedRecords(
  ctx: AccountContext,
  records: RecordRegistry,
  { table, keptDays }: { table: HangingTable; keptDays: number },
): Promise<string[]> {
  const before = new Date(ctx.clock.now().getTime() - keptDays * dayLength);
  const { rows } = await sql<{ type: string; id: string }>`select held.type, held.id
    from (select distinct record_type as type, record_id as id from ${sql.table(table)}
      where account_id = ${ctx.account.id} and record_id is not null) held
    cross join lateral ${newestEntry(ctx, sql.ref('held.type'), sql.ref('held.id'))} newest
    where newest.action = 'deleted' and newest.occurred_at < ${before}`.execute(ctx.em.query());
  const gone: string[] = [];
  for (const { type, id } of rows) if (await isRecordGone(ctx, records, type, id)) gone.push(id);
  return gone;
}
