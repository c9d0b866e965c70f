import { dayLength } from '../contracts/texts/date.ts';
import { sql } from '../database/tenant-entity-manager.ts';
import { accountsWithOlder } from '../jobs/looks/due-sql.ts';
import type { AccountContext } from '../kernel/context/context.ts';
import type { ScheduledJob } from '../kernel/plugin/plugin.ts';
import { isMailHeld, queueEmails } from '../mail/sending/queue-email.ts';
import { dailyDigest } from '../mail/sending/unsubscribe-links.ts';
import { type RecordRegistry, readableTypes } from '../records/record-registry.ts';
import { memberIs } from '../tenancy/access/member-is.ts';
import { entryPath, entryText, entryTitle, hourOf, joinComment } from './inbox.queries.ts';

/** Days for which notifications are kept. */
export const keptNotificationDays = 90;
/** Hour of the account's day at which the digest goes out. */
export const inboxDigestHour = 7;
/** Entries that a digest lists; the rest is a number. */
const mostListed = 50;

interface DigestRow {
  memberID: string;
  email: string;
  title: string;
  several: string | null;
  text: string;
  count: number;
  recordType: string | null;
  recordID: string | null;
  path: string | null;
}

/**
 * Mails everybody who wants a kind daily what has come since the last digest and is unread. Nobody gets an empty mail.
 * What is mailed or read by now waits no longer.
 */
export async function mailInboxDigest(ctx: AccountContext, records: RecordRegistry): Promise<void> {
  // Without a proven address nothing leaves; it is all in the first digest after that.
  if (await isMailHeld(ctx)) return;
  const { rows: waiting } = await sql<{ id: string }>`select id from core.notification
    where account_id = ${ctx.account.id} and is_for_digest`.execute(ctx.em.query());
  const ids = await ctx.em.lockRows(
    'core.notification',
    waiting.map(({ id }) => id),
  );
  const types = readableTypes(ctx, records);
  const domains = types.map(({ permission }) => permission.slice(0, permission.indexOf(':')));
  const text = entryText(sql`known.type is not null and (role.type = 'admin' or coalesce(granted.can_read, false))`);
  const { rows } = await sql<DigestRow>`select entry.member_id as "memberID", member.email, entry.title, entry.several,
      ${text} as text, entry.count, entry.record_type as "recordType", entry.record_id as "recordID", entry.path
    from (select told.id, told.member_id, told.kind, told.title, told.several, told.text, told.record_type,
        told.record_id, told.path, count(*) over joined::int as count,
        row_number() over (joined order by told.id desc) as nth
      from core.notification told
      where told.account_id = ${ctx.account.id} and told.id = any(${ids}::text[]) and told.is_for_digest
      window joined as (partition by told.member_id, told.key, ${hourOf('told.created_at')})) entry
    join core.member member on member.account_id = ${ctx.account.id} and member.id = entry.member_id
      and ${memberIs.active('member.status')}
    join core.notification_preference preference on preference.account_id = ${ctx.account.id}
      and preference.member_id = entry.member_id and preference.notification_type_code = entry.kind
      and preference.mail = 'daily'
    join core.role role on role.account_id = ${ctx.account.id} and role.id = member.role_id
    left join unnest(${types.map(({ type }) => type)}::text[], ${domains}::text[]) as known (type, domain)
      on known.type = entry.record_type
    left join core.role_permission granted on granted.account_id = ${ctx.account.id} and granted.role_id = role.id
      and granted.domain = known.domain
    ${joinComment(ctx)}
    where entry.nth = 1 order by entry.member_id, entry.id desc`.execute(ctx.em.query());
  const mails = [...Map.groupBy(rows, ({ memberID }) => memberID)].map(([memberID, own]) => ({
    template: 'core.inbox-digest',
    to: own.slice(0, 1).map(({ email }) => email),
    props: {
      title: own.length === 1 ? entryTitle(own[0] as DigestRow) : `${own.length} things to know`,
      entries: own.slice(0, mostListed).map((row) => ({
        title: entryTitle(row),
        text: row.text,
        link: `${ctx.baseURL}${entryPath(ctx, records, row) ?? '/dashboard'}`,
      })),
      more: Math.max(0, own.length - mostListed),
    },
    unsubscribe: { memberID, kind: dailyDigest },
  }));
  if (mails.length) await queueEmails(ctx, mails);
  if (!ids.length) return;
  await ctx.em.send(sql`update core.notification set is_for_digest = false
    where account_id = ${ctx.account.id} and id = any(${ids}::text[])`);
}

/** Deletes notifications of more than 90 days ago. */
export async function pruneNotifications(ctx: AccountContext): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - keptNotificationDays * dayLength);
  await ctx.em.send(sql`delete from core.notification where account_id = ${ctx.account.id} and created_at < ${before}`);
}

/** Scheduled work of the inbox. */
export const inboxJobs = (records: () => RecordRegistry): ScheduledJob[] => [
  {
    name: 'core.inbox-digest',
    // Every full hour: accounts live in different time zones, and each is told in its own morning.
    cron: '0 * * * *',
    hour: inboxDigestHour,
    due: {
      sql: accountsWithOlder('core.notification', 'created_at', { than: '0 hours', where: 'found.is_for_digest' }),
    },
    handle: (ctx) => mailInboxDigest(ctx, records()),
  },
  {
    name: 'core.prune-notifications',
    cron: '41 3 * * *',
    due: {
      sql: accountsWithOlder('core.notification', 'created_at', { than: `${keptNotificationDays} days` }),
      sample: "update core.notification set created_at = '2026-01-01'",
    },
    handle: pruneNotifications,
  },
];
