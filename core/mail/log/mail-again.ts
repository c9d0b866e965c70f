import { problems } from '../../contracts/endpoints/problem.ts';
import { sql } from '../../database/tenant-entity-manager.ts';
import type { AccountContext } from '../../kernel/context/context.ts';

/** A requested mail about a record. */
export interface RecordMail {
  record: { type: string; id: string };
  template: string;
  to: readonly string[];
  /** Props that distinguish mails of a template: a statement with another date is another mail. */
  telling?: Record<string, unknown>;
}

/** The value for the header `x-confirm`. */
const mailAgain = 'mail_again';
const minutes = 10;

/** The reason for skipping a mail that was just sent, where nobody can confirm. */
export const mailedJustNow = `It was mailed less than ${minutes} minutes ago`;

/**
 * Ids of the records about which the same mail was sent to the same people within ten minutes, or is waiting. Locks the
 * account's mails about records until the transaction ends, so that concurrent requests run one after the other.
 */
export async function mailedLately(ctx: AccountContext, mails: readonly RecordMail[]): Promise<Set<string>> {
  if (!mails.length) return new Set();
  const query = ctx.em.query();
  await sql`select pg_advisory_xact_lock(hashtextextended(${`core.mails of records ${ctx.account.id}`}, 0))`.execute(
    query,
  );
  const since = new Date(ctx.clock.now().getTime() - minutes * 60_000);
  const wanted = mails.map(({ record, template, to, telling = {} }) => ({
    type: record.type,
    id: record.id,
    template,
    telling,
    to: [...new Set(to.map((address) => address.trim().toLowerCase()))],
  }));
  const { rows } = await sql<{ id: string }>`select distinct wanted.id
    from jsonb_to_recordset(${JSON.stringify(wanted)}::text::jsonb)
      as wanted(type text, id text, template text, telling jsonb, "to" text[])
    join core.email_log mail on mail.record_type = wanted.type and mail.record_id = wanted.id
    where mail.account_id = ${ctx.account.id} and mail.template = wanted.template and mail.created_at > ${since}
      and mail.recipients @> wanted."to" and mail.recipients <@ wanted."to"
      and coalesce(mail.props, '{}') @> wanted.telling
      and (mail.has_sent or mail.error is null)`.execute(query);
  return new Set(rows.map(({ id }) => id));
}

/**
 * Requires confirmation before the same mail about a record is sent again, because Send is often pressed twice by
 * mistake. Not required where nobody can confirm, as in jobs.
 * @throws Problem 409 `confirmation_required` with `mail_again`
 */
export async function refuseMailAgain(ctx: AccountContext, mail: RecordMail): Promise<void> {
  if (!ctx.confirmed || ctx.confirmed.has(mailAgain)) return;
  if (!(await mailedLately(ctx, [mail])).has(mail.record.id)) return;
  throw problems.confirmation_required({
    message: `The same mail went to ${mail.to.join(', ')} less than ${minutes} minutes ago: send it again?`,
    details: { confirm: mailAgain },
  });
}
