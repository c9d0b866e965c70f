import type { RawBuilder } from 'kysely';
import type { EndpointRequest } from '../contracts/endpoints/endpoint.ts';
import { problems } from '../contracts/endpoints/problem.ts';
import type { InboxEntry, listInbox } from '../contracts/work/inbox.contract.ts';
import { sql } from '../database/tenant-entity-manager.ts';
import type { AccountContext } from '../kernel/context/context.ts';
import { mayUse, type RecordRegistry, readableTypes, recordPath } from '../records/record-registry.ts';
import { longestText } from './notify.ts';

/** Largest number that the count answers; the bell shows 99+. */
const mostCounted = 100;

/** The hour in which a notification was written; unread ones of one key and hour are one entry. */
export const hourOf = (column: string) => sql`date_trunc('hour', ${sql.ref(column)}, 'UTC')`;

const isOfComment = sql<boolean>`entry.kind in ('mention', 'comment')`;

/** Joins the comment that an entry tells of, which its path names behind the screen. */
export const joinComment = (ctx: AccountContext) => sql`left join core.comment comment
  on comment.account_id = ${ctx.account.id} and ${isOfComment} and comment.id = split_part(entry.path, '#', 2)`;

/**
 * Text of an entry. That of a comment is read from the comment, so that it is as edited and empty once it is removed;
 * it is empty also for readers who may not see the record any more (`canSee`).
 */
export const entryText = (canSee: RawBuilder<boolean>) => sql<string>`case when not ${isOfComment} then entry.text
  when ${canSee} then left(coalesce(comment.text, ''), ${longestText}) else '' end`;

/** The member whose inbox it is. @throws Problem 403 for API keys and jobs */
export function inboxMember({ memberID }: Pick<AccountContext, 'memberID'>): string {
  if (memberID === undefined) throw problems.forbidden({ message: 'Only people have an inbox' });
  return memberID;
}

/** The number of unread entries, by an index of unread rows alone, and of tasks that are due, in one statement. */
export async function countInboxOf(
  ctx: AccountContext,
  tasksDue: RawBuilder<number>,
): Promise<{ unread: number; tasksDue: number }> {
  const { rows } = await sql<{ unread: number; tasksDue: number }>`select count(*)::int as unread,
      ${tasksDue} as "tasksDue" from (
      select from core.notification told
      where told.account_id = ${ctx.account.id} and told.member_id = ${inboxMember(ctx)}
        and told.is_shown and told.read_at is null
      group by told.key, ${hourOf('told.created_at')} limit ${mostCounted}) entry`.execute(ctx.em.query());
  return rows[0] ?? { unread: 0, tasksDue: 0 };
}

interface EntryRow {
  id: string;
  kind: string;
  title: string;
  text: string;
  several: string | null;
  count: number;
  at: Date;
  isRead: boolean;
  recordType: string | null;
  recordID: string | null;
  path: string | null;
}

/** Title of an entry: that of its only notification, or the number and what they have in common. */
export const entryTitle = ({ title, several, count }: Pick<EntryRow, 'title' | 'several' | 'count'>): string =>
  count > 1 && several !== null ? `${count} ${several}` : title;

/** Screen of a notification; null where the caller may not open it. */
export function entryPath(
  ctx: AccountContext,
  records: RecordRegistry,
  { path, recordType, recordID }: Pick<EntryRow, 'path' | 'recordType' | 'recordID'>,
): string | null {
  const type = recordType === null ? undefined : records.type(recordType);
  if (path !== null) return path;
  return type && recordID !== null && mayUse(ctx, records, type, 'read') ? recordPath(ctx, type, recordID) : null;
}

/** A page of the caller's inbox, newest first. */
export async function inboxPage(
  ctx: AccountContext,
  records: RecordRegistry,
  { take, cursor, isUnread }: EndpointRequest<typeof listInbox>['query'],
): Promise<{ items: InboxEntry[]; next: string | null }> {
  const state = isUnread === undefined ? sql`true` : sql`(told.read_at is null) = ${isUnread === 'true'}`;
  const older = cursor === undefined ? sql`true` : sql`entry.id < ${cursor}`;
  const readable = readableTypes(ctx, records).map(({ type }) => type);
  const text = entryText(sql`entry.record_type = any(${readable}::text[])`);
  const { rows } = await sql<EntryRow>`select entry.id, entry.kind, entry.title, ${text} as text, entry.several,
      entry.count, entry.created_at as at, entry.is_read as "isRead", entry.record_type as "recordType",
      entry.record_id as "recordID", entry.path
    from (select told.id, told.kind, told.title, told.text, told.several, told.created_at, told.record_type,
        told.record_id, told.path, told.read_at is not null as is_read,
        count(*) over joined::int as count, row_number() over (joined order by told.id desc) as nth
      from core.notification told
      where told.account_id = ${ctx.account.id} and told.member_id = ${inboxMember(ctx)} and told.is_shown and ${state}
      window joined as (partition by told.key, ${hourOf('told.created_at')}, told.read_at is not null)) entry
    ${joinComment(ctx)}
    where entry.nth = 1 and ${older} order by entry.id desc limit ${take + 1}`.execute(ctx.em.query());
  const items = rows.slice(0, take).map((row) => ({
    id: row.id,
    kind: row.kind,
    title: entryTitle(row),
    text: row.text,
    count: row.count,
    at: new Date(row.at).toISOString(),
    isRead: row.isRead,
    record: row.recordType !== null && row.recordID !== null ? { type: row.recordType, id: row.recordID } : null,
    path: entryPath(ctx, records, row),
  }));
  return { items, next: rows.length > take ? (items.at(-1)?.id ?? null) : null };
}

/**
 * Marks entries as read, with the older notifications of the same key and hour that they show.
 * @throws Problem 404 if none of them is the caller's
 */
export async function markRead(ctx: AccountContext, ids: readonly string[]): Promise<void> {
  const { rows } = await sql<{ id: string | null }>`select told.id from core.notification shown
    left join core.notification told on told.account_id = ${ctx.account.id} and told.member_id = ${inboxMember(ctx)}
      and told.key = shown.key and ${hourOf('told.created_at')} = ${hourOf('shown.created_at')} and told.id <= shown.id
      and told.is_shown and told.read_at is null
    where shown.account_id = ${ctx.account.id} and shown.member_id = ${inboxMember(ctx)}
      and shown.id = any(${[...ids]}::text[])`.execute(ctx.em.query());
  if (!rows.length) throw problems.not_found();
  await write(
    ctx,
    rows.flatMap(({ id }) => id ?? []),
  );
}

/** Marks all entries up to one as read. */
export async function markAllRead(ctx: AccountContext, until: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`select id from core.notification
    where account_id = ${ctx.account.id} and member_id = ${inboxMember(ctx)} and is_shown and read_at is null
      and id <= ${until}`.execute(ctx.em.query());
  await write(
    ctx,
    rows.map(({ id }) => id),
  );
}

/** The digest leaves out what has been read. Two tabs of one person lock their rows in the same order. */
async function write(ctx: AccountContext, ids: readonly string[]): Promise<void> {
  const held = await ctx.em.lockRows('core.notification', ids);
  if (!held.length) return;
  await ctx.em.send(sql`update core.notification set read_at = ${ctx.clock.now()}, is_for_digest = false
    where account_id = ${ctx.account.id} and id = any(${held}::text[])`);
}
