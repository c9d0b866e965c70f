import type { Logger } from 'pino';
import type { Database } from '../../database/database.ts';
import { emit } from '../../events/emit.ts';
import type { EventSubscription } from '../../events/event-registry.ts';
import type { RunInAccount } from '../../events/handle-event.ts';
import type { Clock } from '../../kernel/context/clock.ts';
import { EmailLog } from '../log/email-log.entity.ts';
import { PersonMail } from '../people/person-mail.entity.ts';
import type { EmailTemplates } from '../templates/email-templates.ts';
import { attachmentsOf } from './mail-files.ts';
import { MailRefused, type MailTransport } from './mail-transport.ts';
import { plainName } from './plain-name.ts';
import { emailQueued, emailSent } from './queue-email.ts';
import type { UnsubscribeLinks, Unsubscription } from './unsubscribe-links.ts';

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error)).slice(0, 500);

/**
 * Sends the mails of accounts, as a subscription to the kernel's own event. No transaction is open during the SMTP
 * dialog; a repeated delivery finds the mail already sent.
 */
export function emailSubscription(
  templates: EmailTemplates,
  transport: MailTransport,
  runInAccount: RunInAccount,
  links: UnsubscribeLinks,
): EventSubscription {
  const send = async (accountID: string, emailLogID: string): Promise<void> => {
    const found = await runInAccount(accountID, async (ctx) => {
      const mail = await ctx.em.findOne(EmailLog, { accountID, id: emailLogID });
      if (!mail || mail.hasSent) return undefined;
      const attached = await templates.paperOf(ctx, mail.template, mail.props ?? {});
      const files = await attachmentsOf(ctx, mail.files);
      const { unsubscribe } = (mail.props ?? {}) as { unsubscribe?: Unsubscription };
      const unsubscribeURL = unsubscribe && (await links.url(accountID, unsubscribe, ctx.clock.now()));
      return { mail, attached, files, unsubscribeURL, fromName: plainName(ctx.account.name) };
    });
    if (!found) return;
    const { mail, attached, files, unsubscribeURL, fromName } = found;
    // The PDF renderer is loaded only for the few mails with a document.
    const { documentPDF } = attached ? await import('../../papers/document-pdf.ts') : {};
    const paper = attached &&
      documentPDF && {
        filename: attached.filename,
        contentType: 'application/pdf',
        bytes: await documentPDF(attached.paper),
      };
    const rendered = await templates.render(mail.template, { ...mail.props, unsubscribeURL });
    const subject = mail.subject ?? rendered.subject;
    const outcome: Partial<EmailLog> = {};
    try {
      const { messageID } = await transport.send({
        ...rendered,
        subject,
        to: mail.recipients,
        id: mail.id,
        fromName,
        attachments: [...(paper ? [paper] : []), ...files],
        unsubscribeURL,
      });
      Object.assign(outcome, { hasSent: true, isCaptured: transport.isCapturing, messageID, error: null });
    } catch (error) {
      if (!(error instanceof MailRefused)) throw error;
      outcome.error = reasonOf(error);
    }
    const keepsBody = !mail.isConfidential || transport.isCapturing;
    // The link acts for its recipient, so the log keeps it only where no mail has left.
    const kept = (text: string): string =>
      unsubscribeURL && !transport.isCapturing ? text.replaceAll(unsubscribeURL, links.page) : text;
    await change(accountID, emailLogID, (now) => ({
      ...outcome,
      ...(outcome.hasSent ? { sentAt: now } : {}),
      ...(attached ? { filename: attached.filename } : {}),
      subject,
      html: keepsBody ? kept(rendered.html) : null,
      text: keepsBody ? kept(rendered.text) : null,
      ...(mail.isConfidential ? { props: null } : {}),
    }));
  };
  const change = (accountID: string, id: string, values: (now: Date) => Partial<EmailLog>): Promise<void> =>
    runInAccount(accountID, async (ctx) => {
      const mail = await ctx.em.findOne(EmailLog, { accountID, id });
      const wasSent = mail?.hasSent;
      if (mail) Object.assign(mail, values(ctx.clock.now()));
      const record = mail?.recordType && mail.recordID ? { type: mail.recordType, id: mail.recordID } : undefined;
      if (mail?.hasSent && !wasSent && record)
        emit(ctx, emailSent, { emailLogID: id, recordType: record.type, recordID: record.id }, record);
      await ctx.em.flush();
    });
  return {
    event: emailQueued,
    name: 'core.send-email',
    async runOutside(accountID, payload) {
      const { emailLogID } = payload as { emailLogID: string };
      try {
        await send(accountID, emailLogID);
      } catch (error) {
        await change(accountID, emailLogID, () => ({ error: reasonOf(error) }));
        if (!(error instanceof MailRefused)) throw error;
      }
    },
  };
}

/** Sends the mails to people. No transaction is open during the SMTP dialog. */
export class PersonMailSender {
  readonly #database: Database;
  readonly #templates: EmailTemplates;
  readonly #transport: MailTransport;
  readonly #clock: Clock;
  readonly #log: Logger;

  constructor(parts: {
    database: Database;
    templates: EmailTemplates;
    transport: MailTransport;
    clock: Clock;
    log: Logger;
  }) {
    this.#database = parts.database;
    this.#templates = parts.templates;
    this.#transport = parts.transport;
    this.#clock = parts.clock;
    this.#log = parts.log;
  }

  /** Sends one mail; throws if it should be tried again. Does nothing for a mail that is already sent. */
  async send(mailID: string): Promise<void> {
    const mail = await this.#database.runAsAuth({ accountID: '', isPatient: true }, (em) =>
      em.findOne(PersonMail, { id: mailID }),
    );
    if (!mail || mail.hasSent) return;
    try {
      const rendered = await this.#templates.render(mail.template, mail.props ?? {});
      const { messageID } = await this.#transport.send({ ...rendered, to: [mail.recipient], id: mail.id });
      const isCaptured = this.#transport.isCapturing;
      await this.#change(mailID, {
        hasSent: true,
        sentAt: this.#clock.now(),
        messageID,
        subject: rendered.subject,
        html: isCaptured ? rendered.html : null,
        isCaptured,
        props: null,
        error: null,
      });
    } catch (error) {
      await this.#change(mailID, { error: reasonOf(error) });
      if (!(error instanceof MailRefused)) throw error;
      this.#log.warn({ mailID, template: mail.template }, 'the mail server refused a mail for good');
      await this.#change(mailID, { props: null });
    }
  }

  async #change(mailID: string, values: Partial<PersonMail>): Promise<void> {
    await this.#database.runAsAuth({ accountID: '', isPatient: true }, async (em) => {
      const mail = await em.findOne(PersonMail, { id: mailID });
      if (mail) em.assign(mail, values);
    });
  }

  /** Deletes mails older than a week, because captured ones contain secrets. */
  async prune(): Promise<void> {
    const before = new Date(this.#clock.now().getTime() - 7 * 24 * 3600_000);
    await this.#database.runAsAuth({ accountID: '', isPatient: true }, (em) =>
      em.nativeDelete(PersonMail, { createdAt: { $lt: before } }),
    );
  }
}
