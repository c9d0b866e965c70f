import { sql } from 'kysely';
import type { TimelineEntry } from '../contracts/records/timeline.contract.ts';
import type { AccountContext } from '../kernel/context/context.ts';

interface TimelineRow {
  id: string;
  at: Date | string;
  actor_id: string | null;
  actor_name: string;
  actor_type: 'user' | 'api_key' | 'system' | 'anonymous';
  action: string;
  changes: TimelineEntry['changes'];
  note: string | null;
  kind: TimelineEntry['kind'];
}

/**
 * The history of a record with its comments, and its mails, which are read from the email log, because it knows whether
 * they were sent.
 */
const historyOf = (accountID: string, type: string, id: string) => sql`
  select id, occurred_at as at, nullif(actor_id, '') as actor_id, actor_name, actor_type, action,
    changes, note, 'audit' as kind
  from core.audit_event where account_id = ${accountID} and record_type = ${type} and record_id = ${id}
  union all
  select id, created_at, sent_by_id, sent_by_name, case when sent_by_id is null then 'system' else 'user' end,
    case when has_sent then 'email_sent' when error is null then 'email_queued' else 'email_failed' end,
    '[]'::jsonb, concat_ws(': ', array_to_string(recipients, ', '), subject), 'email'
  from core.email_log where account_id = ${accountID} and record_type = ${type} and record_id = ${id}
  union all
  select comment.id, comment.created_at, member.user_id, comment.author_name,
    case when comment.author_id is null then 'api_key' else 'user' end,
    case when comment.removed_at is not null then 'comment_removed'
      when comment.edited_at is not null then 'comment_edited' else 'commented' end,
    '[]'::jsonb, comment.text, 'comment'
  from core.comment comment
  left join core.member member on member.account_id = comment.account_id and member.id = comment.author_id
  where comment.account_id = ${accountID} and comment.record_type = ${type} and comment.record_id = ${id}`;

/**
 * One page of a record's history, newest first, and its total length. The caller checks the right to see the record.
 */
export async function timelineOf(
  ctx: AccountContext,
  record: { type: string; id: string },
  page: { take: number; skip: number; show?: 'comments' | 'changes' | undefined },
): Promise<{ items: TimelineEntry[]; count: number }> {
  const history = historyOf(ctx.account.id, record.type, record.id);
  const { show } = page;
  const shown = show === undefined ? sql`true` : sql`(history.kind = 'comment') = ${show === 'comments'}`;
  const { rows } = await sql<TimelineRow>`select * from (${history}) as history where ${shown} order by at desc, id desc
    limit ${page.take} offset ${page.skip}`.execute(ctx.em.query());
  const { rows: counted } = await sql<{ count: string }>`select count(*) as count from (${history}) as history
    where ${shown}`.execute(ctx.em.query());
  const items = rows.map((row) => ({
    id: row.id,
    at: new Date(row.at).toISOString(),
    actor: {
      id: row.actor_id,
      name: row.actor_name,
      type: row.actor_type === 'anonymous' ? ('system' as const) : row.actor_type,
    },
    action: row.action,
    changes: row.changes,
    note: row.note,
    kind: row.kind,
  }));
  return { items, count: Number(counted[0]?.count) };
}
