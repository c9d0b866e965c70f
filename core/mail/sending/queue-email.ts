import { z } from 'zod';
import { defineProblems, problems } from '../../contracts/endpoints/problem.ts';
import { defineEvent } from '../../contracts/plugins/event.ts';
import { readableAccent } from '../../contracts/texts/accent-color.ts';
import { newID } from '../../contracts/texts/id.ts';
import { emailAddress } from '../../contracts/texts/text.ts';
import { listEmailLogs } from '../../contracts/work/email-log.contract.ts';
import { sql } from '../../database/tenant-entity-manager.ts';
import { emit } from '../../events/emit.ts';
import { outboxSignal } from '../../events/outbox-signal.ts';
import { logoUrlOf } from '../../files/logo-url.ts';
import type { AccountContext, PersonContext } from '../../kernel/context/context.ts';
import { touched } from '../../lists/list-page.ts';
import { EmailLog } from '../log/email-log.entity.ts';
import { PersonMail } from '../people/person-mail.entity.ts';
import type { EmailBrand } from '../templates/email-brand.ts';
import type { EmailFrame } from '../templates/email-templates.ts';
import { filesOfMail } from './mail-files.ts';
import type { Unsubscription } from './unsubscribe-links.ts';

/** A mail of an account waits for rendering and sending. */
export const emailQueued = defineEvent({
  type: 'core.email.queued',
  isInternal: 'A job of the platform sends the mail',
  payload: z.object({ emailLogID: z.string() }),
});

/** A mail about a record was accepted by a mail server, or captured without one. */
export const emailSent = defineEvent({
  type: 'core.email.sent',
  isInternal: 'The email log and the timeline of the record show mails',
  payload: z.object({ emailLogID: z.string(), recordType: z.string(), recordID: z.string() }),
});

/** Refusals of an account's mails. */
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
  /** Name of a template of a plugin or of the kernel: `core.invitation`. */
  template: string;
  to: readonly string[];
  /** Props of the template as JSON; `accountName` and `baseURL` are added. */
  props: Record<string, unknown>;
  /** The record that the mail is about; its timeline shows the mail. */
  record?: { type: string; id: string };
  /** Ids of files of the record that go along. */
  fileIDs?: readonly string[] | undefined;
  /** Replaces the template's subject. */
  subject?: string;
  /** True if the mail contains a link or code that authenticates its recipient; the log then hides its body. */
  isConfidential?: boolean;
  /** The member and the kind of notification that a link in the mail and its headers switch off. */
  unsubscribe?: Unsubscription;
}

/** The recipients, validated, in lower case and without duplicates. @throws Problem 400 naming the wrong address */
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
 * Logs a mail in this transaction. A job renders and sends it after the commit, and tries again if the mail server is
 * unreachable. Returns the id in the email log.
 * @throws Problem 400 for a wrong address or file, 409 `address_not_proven` in an account whose people have no verified
 * email
 */
export async function queueEmail(
  ctx: AccountContext,
  request: EmailRequest,
): Promise<{ id: string; recipients: string[] }> {
  const [queued] = await queueEmails(ctx, [request]);
  return queued as { id: string; recipients: string[] };
}

/** Like `queueEmail`, for several mails; the sender is read once for all. */
export async function queueEmails(
  ctx: AccountContext,
  requests: readonly EmailRequest[],
): Promise<{ id: string; recipients: string[] }[]> {
  const { isHeld, brand } = await senderOf(ctx);
  const queued: { id: string; recipients: string[] }[] = [];
  for (const request of requests) {
    const id = newID('eml');
    const recipients = checkedRecipients(request.to);
    if (isHeld) throw sendingProblems.address_not_proven();
    const files = await filesOfMail(ctx, request.record, request.fileIDs ?? []);
    const { unsubscribe } = request;
    ctx.em.create(EmailLog, {
      id,
      recipients,
      files,
      template: request.template,
      props: {
        ...frameWith(ctx, brand),
        ...(unsubscribe ? { unsubscribe } : {}),
        ...request.props,
      },
      subject: request.subject ?? null,
      isConfidential: request.isConfidential ?? false,
      sentByID: ctx.actor.id || null,
      sentByName: ctx.actor.name,
      recordType: request.record?.type ?? null,
      recordID: request.record?.id ?? null,
    });
    emit(ctx, emailQueued, { emailLogID: id }, { type: 'email_log', id });
    queued.push({ id, recipients });
  }
  await ctx.em.flush();
  touched(ctx, listEmailLogs);
  return queued;
}

const frameWith = (ctx: AccountContext, brand: EmailBrand | null): EmailFrame => ({
  accountName: ctx.account.name,
  baseURL: ctx.baseURL,
  ...(brand ? { brand } : {}),
});

/** Props that every mail of the account has. */
export const emailFrameOf = async (ctx: AccountContext): Promise<EmailFrame> =>
  frameWith(ctx, (await senderOf(ctx)).brand);

/** Whether the account's mail is held back, and its brand; null without one. */
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

/** Whether the account's mail is held back, because the person who registered it has not verified their email. */
export const isMailHeld = async (ctx: AccountContext): Promise<boolean> => (await senderOf(ctx)).isHeld;

/** A mail to a person without an account. */
export interface PersonEmailRequest {
  template: string;
  to: string;
  /** Props of the template as JSON; `accountName` (Millwright) and `baseURL` are added. */
  props: Record<string, unknown>;
}

/**
 * Queues a mail about a sign-in in this transaction of the auth role. It is sent after the commit, with the tries of a
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
