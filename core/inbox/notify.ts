import type { RoleType } from '../contracts/plugins/permission.ts';
import { newID } from '../contracts/texts/id.ts';
import { sql } from '../database/tenant-entity-manager.ts';
import type { AccountContext } from '../kernel/context/context.ts';
import { isMailHeld, queueEmails } from '../mail/sending/queue-email.ts';
import { memberIs } from '../tenancy/access/member-is.ts';
import { withoutCustomerPolicy } from '../tenancy/access/without-customer-policy.ts';

/** What people of the team are told. */
export interface Notice {
  /** Code of a kind in `notifications` of a plugin. */
  kind: string;
  /** Members by id, or all members with a role of these types. People of customers and who has left are skipped. */
  to: { members: readonly (string | null)[] } | { roles: readonly RoleType[] };
  /** The record that it is about; its timeline shows mails with a template of their own. */
  record?: { type: string; id: string };
  /** Screen to open; the record's own by default: `/dashboard/portal-requests`. */
  path?: string;
  /** One line: `Label failed for shipment 1042`. */
  title: string;
  text: string;
  /** Unread notices of one key and hour are one entry of the inbox: `comment so_01h...`. */
  key: string;
  /** The title of such an entry after the number: `comments on Order 1042`. Without it the newest title stands. */
  several?: string;
  /**
   * The mail for people who want this kind by mail at once; without it the mail has title, text and link. Null where
   * the inbox and the digest are enough.
   */
  mail?: { template: string; props: Record<string, unknown> } | null;
}

interface Recipient {
  id: string;
  email: string;
  isInInbox: boolean;
  mail: 'at_once' | 'daily' | 'off';
}

/** Who of the team is told, in the order of their ids, with their preferences for the kind. */
async function recipientsOf(ctx: AccountContext, { kind, to }: Notice): Promise<Recipient[]> {
  const among =
    'members' in to
      ? sql`member.id = any(${to.members.filter((id) => id !== null)}::text[])`
      : sql`role.type = any(${[...to.roles]}::text[])`;
  const { rows } = await sql<Recipient>`select member.id, member.email,
      coalesce(preference.is_in_inbox, true) as "isInInbox", coalesce(preference.mail, 'at_once') as mail
    from core.member member
    join core.role role on role.account_id = member.account_id and role.id = member.role_id
    left join core.notification_preference preference on preference.account_id = member.account_id
      and preference.member_id = member.id and preference.notification_type_code = ${kind}
    where member.account_id = ${ctx.account.id} and role.type <> 'customer'
      and ${memberIs.active('member.status')} and ${among}
    order by member.id`.execute(ctx.em.query());
  return rows;
}

/** Characters of a notification's text that are kept. */
export const longestText = 500;

/**
 * Tells people of the team something: in their inbox, by mail at once, or in the digest of the next morning, as each of
 * them has chosen for the kind. It is the only way to tell them. Only rows are inserted, at the end of the transaction,
 * so that writers who tell the same people never wait for each other. A customer's act tells the team all the same.
 */
export async function notify(ctx: AccountContext, notice: Notice): Promise<void> {
  if ('members' in notice.to && !notice.to.members.some((id) => id !== null)) return;
  await withoutCustomerPolicy(ctx, async () => {
    const recipients = await recipientsOf(ctx, notice);
    const createdAt = ctx.clock.now();
    const rows = recipients
      .filter(({ isInInbox, mail }) => isInInbox || mail === 'daily')
      .map(({ id, isInInbox, mail }) => ({
        id: newID('ntf'),
        member_id: id,
        kind: notice.kind,
        key: notice.key,
        title: notice.title,
        // A cut through a character of two parts could not be stored.
        text: notice.text.slice(0, longestText).toWellFormed(),
        several: notice.several ?? null,
        record_type: notice.record?.type ?? null,
        record_id: notice.record?.id ?? null,
        path: notice.path ?? null,
        created_at: createdAt,
        is_shown: isInInbox,
        is_for_digest: mail === 'daily',
        read_at: null,
      }));
    // Rows at the end of a customer's transaction would be written under the policy that closes the table.
    if (ctx.customerID !== undefined) await ctx.em.insert('core.notification', rows);
    else for (const row of rows) ctx.em.append('core.notification', row);
    await mailAtOnce(
      ctx,
      notice,
      recipients.filter(({ mail }) => mail === 'at_once'),
    );
  });
}

async function mailAtOnce(ctx: AccountContext, notice: Notice, recipients: readonly Recipient[]): Promise<void> {
  // While the mail of the account is held back, its people have the inbox alone.
  if (notice.mail === null || !recipients.length || (await isMailHeld(ctx))) return;
  const { title, text, path } = notice;
  const mail = notice.mail ?? {
    template: 'core.notification',
    props: { title, text, link: `${ctx.baseURL}${path ?? '/dashboard'}` },
  };
  await queueEmails(
    ctx,
    recipients.map(({ id, email }) => ({
      ...mail,
      to: [email],
      ...(notice.record && notice.mail ? { record: notice.record } : {}),
      unsubscribe: { memberID: id, kind: notice.kind },
    })),
  );
}
