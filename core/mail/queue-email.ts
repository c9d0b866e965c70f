import { z } from 'zod';
import { readableAccent } from '../contracts/accent-color.ts';
import { listEmailLogs } from '../contracts/email-log.contract.ts';
import { defineEvent } from '../contracts/event.ts';
import { newID } from '../contracts/id.ts';
import { defineProblems, problems } from '../contracts/problem.ts';
import { emailAddress } from '../contracts/text.ts';
import { sql } from '../database/tenant-entity-manager.ts';
import { emit } from '../events/emit.ts';
import { outboxSignal } from '../events/outbox-signal.ts';
import { logoUrlOf } from '../files/logo-url.ts';
import type { AccountContext, PersonContext } from '../kernel/context.ts';
import { touched } from '../lists/list-page.ts';
import type { EmailBrand } from './email-brand.ts';
import { EmailLog } from './email-log.entity.ts';
import { PersonMail } from './person-mail.entity.ts';

/** A mail of an account is waiting to be rendered and sent. */
export const emailQueued = defineEvent({ type: 'core.email.queued', payload: z.object({ emailLogID: z.string() }) });

/** A mail server has taken a mail about a record of an account, or it was captured where there is none. */
export const emailSent = defineEvent({
  type: 'core.email.sent',
  payload: z.object({ emailLogID: z.string(), recordType: z.string(), recordID: z.string() }),
});

/** Refusals of mails that an account wants to send. */
export const sendingProblems = defineProblems({
  address_not_proven: {
    status: 409,
    message:
      'Prove your email address first: your profile sends you a code. Until then no mail leaves for this account',
  },
});

const mostRecipients = 50;

/** A mail to send for an account. */
export interface EmailRequest {
  /** Name of a template of a plugin or the kernel: `core.invitation`. */
  template: string;
  to: readonly string[];
  /** JSON for the template; `accountName` and `baseURL` are added. */
  props: Record<string, unknown>;
  /** The record it is about, as in the plugin's records; its timeline shows the mail. */
  record?: { type: string; id: string };
  /** Instead of the template's own subject. */
  subject?: string;
  /** True if the mail holds a link or code that stands for its recipient: the log then does not show its body. */
  isConfidential?: boolean;
}

/** Checked, lower-cased, each address once. @throws Problem 400 naming the wrong address */
function checkedRecipients(to: readonly string[]): string[] {
  if (!to.length) throw problems.invalid_input({ errors: [{ path: 'to', message: 'A recipient is required' }] });
  const errors: { path: string; message: string }[] = [];
  const addresses = to.map((address, index) => {
    const parsed = emailAddress.safeParse(address);
    if (!parsed.success) errors.push({ path: `to.${index}`, message: 'Must be a valid email' });
    return parsed.data ?? '';
  });
  const unique = [...new Set(addresses)];
  if (unique.length > mostRecipients)
    errors.push({ path: 'to', message: `Must have at most ${mostRecipients} recipients` });
  if (errors.length) throw problems.invalid_input({ errors });
  return unique;
}

/**
 * Logs a mail in this transaction; a job renders and sends it after the commit, and tries again where the mail server
 * is out of reach. Answers the id in the email log.
 * @throws Problem 400 for a wrong address, 409 `address_not_proven` in an account whose people have proven none
 */
export async function queueEmail(
  ctx: AccountContext,
  request: EmailRequest,
): Promise<{ id: string; recipients: string[] }> {
  const id = newID('eml');
  const recipients = checkedRecipients(request.to);
  const { isHeld, brand } = await senderOf(ctx);
  if (isHeld) throw sendingProblems.address_not_proven();
  ctx.em.create(EmailLog, {
    id,
    recipients,
    template: request.template,
    props: { accountName: ctx.account.name, baseURL: ctx.baseURL, ...(brand ? { brand } : {}), ...request.props },
    subject: request.subject ?? null,
    isConfidential: request.isConfidential ?? false,
    sentByID: ctx.actor.id || null,
    sentByName: ctx.actor.name,
    recordType: request.record?.type ?? null,
    recordID: request.record?.id ?? null,
  });
  emit(ctx, emailQueued, { emailLogID: id }, { type: 'email_log', id });
  await ctx.em.flush();
  touched(ctx, listEmailLogs);
  return { id, recipients };
}

/** Whether no mail may leave for the account, and how its mails look; null where it has chosen nothing. */
async function senderOf(ctx: AccountContext): Promise<{ isHeld: boolean; brand: EmailBrand | null }> {
  const { rows } = await sql<{
    isHeld: boolean;
    slug: string;
    logoUrl: string | null;
    logoFileID: string | null;
    accentColor: string | null;
  }>`select is_mail_held as "isHeld", slug, logo_url as "logoUrl", logo_file_id as "logoFileID",
      accent_color as "accentColor" from core.account where id = ${ctx.account.id}`.execute(ctx.em.query());
  const [sender] = rows;
  if (!sender) return { isHeld: false, brand: null };
  const { isHeld, accentColor } = sender;
  const logo = logoUrlOf(sender);
  const brand = {
    logoURL: logo && (logo.startsWith('/') ? `${ctx.baseURL}${logo}` : logo),
    accentColor: accentColor && readableAccent(accentColor),
  };
  return { isHeld, brand: logo || accentColor ? brand : null };
}

/** Whether no mail may leave for the account: somebody registered it who has not proven their address. */
export const isMailHeld = async (ctx: AccountContext): Promise<boolean> => (await senderOf(ctx)).isHeld;

/** A mail to a person, outside any account. */
export interface PersonEmailRequest {
  template: string;
  to: string;
  /** JSON for the template; `accountName` (Millwright) and `baseURL` are added. */
  props: Record<string, unknown>;
}

/**
 * Queues a mail about a sign-in in this transaction of the auth role; sent after the commit, tried again like every
 * job.
 */
export async function queuePersonEmail(
  ctx: Pick<PersonContext, 'em' | 'baseURL' | 'afterCommit'>,
  request: PersonEmailRequest,
): Promise<void> {
  const [recipient = ''] = checkedRecipients([request.to]);
  const mail = ctx.em.create(PersonMail, {
    id: newID('pml'),
    recipient,
    template: request.template,
    props: { accountName: 'Millwright', baseURL: ctx.baseURL, ...request.props },
  });
  ctx.em.persist(mail);
  await ctx.em.flush();
  ctx.afterCommit(outboxSignal.wake);
}
