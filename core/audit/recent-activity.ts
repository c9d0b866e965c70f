import { sql } from 'kysely';
import { Problem } from '../contracts/endpoints/problem.ts';
import type { ActivityEntry } from '../contracts/records/timeline.contract.ts';
import type { AccountContext } from '../kernel/context/context.ts';
import { type RecordRegistry, readableTypes, recordPath } from '../records/record-registry.ts';

interface ActivityRow {
  id: string;
  at: Date | string;
  type: string;
  recordID: string;
  actorID: string | null;
  actorName: string;
  actorType: 'user' | 'api_key' | 'system' | 'anonymous';
  action: string;
  note: string | null;
  title: string | null;
}

/**
 * The latest events of records that the caller may read, newest first. The newest of each type are read from the index
 * of the history, so the work is limited by types and page size, whatever the length of the history and the caller's
 * rights.
 */
export async function recentActivity(
  ctx: AccountContext,
  records: RecordRegistry,
  take: number,
): Promise<ActivityEntry[]> {
  const types = new Map(readableTypes(ctx, records).map((type) => [type.type, type]));
  if (!types.size) return [];
  const account = ctx.account.id;
  const { rows } = await sql<ActivityRow>`select event.*, document.title
    from (select each.* from unnest(${[...types.keys()]}::text[]) as readable (type)
      cross join lateral (select id, occurred_at as at, record_type as type, record_id as "recordID",
          nullif(actor_id, '') as "actorID", actor_name as "actorName", actor_type as "actorType", action, note
        from core.audit_event
        where account_id = ${account} and record_type = readable.type collate "C"
        order by occurred_at desc, id desc limit ${take}) each
      order by each.at desc, each.id desc limit ${take}) event
    left join core.search_document document
      on document.account_id = ${account} and document.id = event."recordID" and document.record_type = event.type
    order by event.at desc, event.id desc`.execute(ctx.em.query());
  const labels = await labelsOf(ctx, records, rows);
  return rows.map((row) => {
    const type = types.get(row.type);
    const label = row.title ?? labels.get(row.recordID);
    return {
      id: row.id,
      at: new Date(row.at).toISOString(),
      actor: {
        id: row.actorID,
        name: row.actorName,
        type: row.actorType === 'anonymous' ? 'system' : row.actorType,
      },
      action: row.action,
      note: row.note,
      record: {
        type: row.type,
        typeLabel: type?.label ?? row.type,
        id: row.recordID,
        label: label ?? type?.label ?? row.type,
        path: label === undefined || !type ? null : recordPath(ctx, type, row.recordID),
      },
    };
  });
}

/** Labels of the records without a search document, each loaded once; deleted records are left out. */
async function labelsOf(
  ctx: AccountContext,
  records: RecordRegistry,
  rows: readonly ActivityRow[],
): Promise<Map<string, string>> {
  const labels = new Map<string, string>();
  const unknown = new Map(rows.filter(({ title }) => title === null).map(({ recordID, type }) => [recordID, type]));
  for (const [id, type] of unknown) {
    try {
      const label = await records.source(type)?.label(ctx, id);
      if (label !== undefined) labels.set(id, label);
    } catch (error) {
      if (!(error instanceof Problem) || error.status !== 404) throw error;
    }
  }
  return labels;
}
