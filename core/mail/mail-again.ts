import { problems } from '../contracts/problem.ts';
import { sql } from '../database/tenant-entity-manager.ts';
import type { AccountContext } from '../kernel/context.ts';

/** A mail about a record that somebody asks for. */
export interface RecordMail {
  record: { type: string; id: string };
  template: string;
  to: readonly string[];
}

/** What a caller confirms in the header `x-confirm`. */
const mailAgain = 'mail_again';
const minutes = 10;

/** Why a mail that went out just now is passed over where nobody is asked. */
export const mailedJustNow = `It was mailed less than ${minutes} minutes ago`;

/**
 * Ids of records about which the very same mail was sent to the same people within ten minutes, or is on its way. Holds
 * the mails of the account about records until the transaction ends, so that two who ask at once are one after the
 * other.
 */
export async function mailedLately(ctx: AccountContext, mails: readonly RecordMail[]): Promise<Set<string>> {
  if (!mails.length) return new Set();
  const query = ctx.em.query();
  await sql`select pg_advisory_xact_lock(hashtextextended(${`core.mails of records ${ctx.account.id}`}, 0))`.execute(
    query,
  );
  const since = new Date(ctx.clock.now().getTime() - minutes * 60_000);
  const wanted = mails.map(({ record, template, to }) => ({
    ...{ type: record.type, id: record.id, template },
    to: [...new Set(to.map((address) => address.trim().toLowerCase()))],
  }));
  const { rows } = await sql<{ id: string }>`select distinct wanted.id
    from jsonb_to_recordset(${JSON.stringify(wanted)}::text::jsonb)
      as wanted(type text, id text, template text, "to" text[])
    join core.email_log mail on mail.record_type = wanted.type and mail.record_id = wanted.id
    where mail.account_id = ${ctx.account.id} and mail.template = wanted.template and mail.created_at > ${since}
      and mail.recipients @> wanted."to" and mail.recipients <@ wanted."to"
      and (mail.has_sent or mail.error is null)`.execute(query);
  return new Set(rows.map(({ id }) => id));
}

/**
 * Asks before the same mail about a record goes out once more: Send is pressed twice more often than it is meant twice.
 * Nothing is asked where nobody typed, as in jobs.
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
