import { addDays } from '@millwright/core/contracts';
import {
  type AccountContext,
  accountSettings,
  accountsThatSet,
  queueRecordEmail,
  type ScheduledJob,
  sql,
} from '@millwright/core/server';
import { billingSettings } from '../../../contracts/index.ts';
import { defaultRecipients } from '../../parties/contact/contact-recipients.ts';
import { invoiceMail } from '../invoice/invoice-mail.ts';
import { mailStatement } from './statement-mail.ts';

/** Hour of the account's day at which mails go out by themselves. */
const nightHour = 2;
/** Days for which an invoice is tried; what is older is a person's to send. */
const triedFor = 7;

/** Invoices of the last days that nobody has sent, of customers that accept them by mail and say where to. */
async function unsentInvoices(ctx: AccountContext, day: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select invoice.id from commerce.invoice invoice
    join commerce.customer customer on customer.account_id = invoice.account_id and customer.id = invoice.customer_id
    where invoice.account_id = ${ctx.account.id} and invoice.dated_on >= ${addDays(day, -triedFor)}::date
      and invoice.sent_at is null and invoice.voided_on is null and not invoice.is_opening_balance
      and customer.accepts_invoice_emails
      and cardinality(${defaultRecipients(ctx, 'invoice', 'customer', 'invoice.emails')}) > 0
    order by invoice.dated_on, invoice.number_key`.execute(ctx.em.query());
  return rows.map(({ id }) => id);
}

/** Customers that owe something and accept mails. */
async function debtors(ctx: AccountContext): Promise<{ id: string; emails: string[] }[]> {
  const { rows } = await sql<{ id: string; emails: string[] }>`
    select customer.id, ${defaultRecipients(ctx, 'statement', 'customer')} as emails from commerce.customer customer
    where customer.account_id = ${ctx.account.id} and customer.accepts_invoice_emails
      and (exists (select from commerce.invoice invoice where invoice.account_id = customer.account_id
          and invoice.customer_id = customer.id and invoice.voided_on is null and invoice.allocated < invoice.total)
        or exists (select from commerce.transaction debit where debit.account_id = customer.account_id
          and debit.customer_id = customer.id and debit.is_debit and debit.voided_on is null
          and debit.allocated < debit.amount))
    order by customer.id`.execute(ctx.em.query());
  return rows.filter(({ emails }) => emails.length > 0);
}

/**
 * Sends invoices, and statements on their day of the month, where the account wants them to go by themselves. The day
 * is that of the night.
 */
export async function mailByNight(ctx: AccountContext, day: string): Promise<void> {
  const { mailsInvoicesNightly, statementDay } = await accountSettings(ctx, 'commerce', billingSettings);
  if (mailsInvoicesNightly)
    for (const id of await unsentInvoices(ctx, day))
      await queueRecordEmail(ctx, await invoiceMail(ctx, id), { record: { type: 'invoice', id } });
  if (statementDay === Number(day.slice(8)))
    for (const { id, emails } of await debtors(ctx)) await mailStatement(ctx, id, emails, undefined);
}

const utcDay = "($1::timestamptz at time zone 'UTC')::date";
/** Days of the month that a night of some time zone belongs to. */
const daysNow = [-1, 0, 1].map((days) => `to_jsonb(extract(day from ${utcDay} + ${days})::int)`).join(', ');

/** Every full hour, because accounts live in different time zones: each is looked after in its own night. */
export const nightlyMailing: ScheduledJob = {
  name: 'commerce.mail-by-night',
  cron: '0 * * * *',
  hour: nightHour,
  due: accountsThatSet(
    'commerce',
    `plugin.settings -> 'mailsInvoicesNightly' = 'true'::jsonb or plugin.settings -> 'statementDay' in (${daysNow})`,
    { mailsInvoicesNightly: true },
  ),
  handle: mailByNight,
};
