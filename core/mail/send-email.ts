import type { Logger } from 'pino';
import type { Database } from '../database/database.ts';
import type { EventSubscription } from '../events/event-registry.ts';
import type { Clock } from '../kernel/clock.ts';
import { on } from '../kernel/plugin.ts';
import { EmailLog } from './email-log.entity.ts';
import type { EmailTemplates } from './email-templates.ts';
import { MailRefused, type MailTransport } from './mail-transport.ts';
import { PersonMail } from './person-mail.entity.ts';
import { plainName } from './plain-name.ts';
import { emailQueued } from './queue-email.ts';

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error)).slice(0, 500);

/** Sends the mails of accounts: one subscription of the kernel's own event. */
export function emailSubscription(templates: EmailTemplates, transport: MailTransport): EventSubscription {
  const subscription = on(emailQueued, 'core.send-email', async (ctx, { emailLogID }) => {
    const mail = await ctx.em.findOne(EmailLog, { accountID: ctx.account.id, id: emailLogID });
    if (!mail || mail.hasSent) return;
    const rendered = await templates.render(mail.template, mail.props ?? {});
    const subject = mail.subject ?? rendered.subject;
    try {
      const { messageID } = await transport.send({
        ...rendered,
        subject,
        to: mail.recipients,
        id: mail.id,
        fromName: plainName(ctx.account.name),
      });
      Object.assign(mail, {
        hasSent: true,
        sentAt: ctx.clock.now(),
        isCaptured: transport.isCapturing,
        messageID,
        error: null,
      });
    } catch (error) {
      if (!(error instanceof MailRefused)) throw error;
      mail.error = reasonOf(error);
    }
    const keepsBody = !mail.isConfidential || transport.isCapturing;
    Object.assign(mail, { subject, html: keepsBody ? rendered.html : null, text: keepsBody ? rendered.text : null });
    if (mail.isConfidential) mail.props = null;
    await ctx.em.flush();
  });
  return {
    ...subscription,
    async onFailure(ctx, payload, error) {
      const { emailLogID } = payload as { emailLogID: string };
      const mail = await ctx.em.findOne(EmailLog, { accountID: ctx.account.id, id: emailLogID });
      if (mail) mail.error = reasonOf(error);
      await ctx.em.flush();
    },
  };
}

/** Sends the mails to persons; no transaction is open while the mail server is spoken to. */
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

  /** Sends one mail; throws to be tried again. A repeated call for a mail that is out does nothing. */
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
      if (mail) em.assign(mail, values as never);
    });
  }

  /** Deletes mails older than a week: nobody needs them, and captured ones hold secrets. */
  async prune(): Promise<void> {
    const before = new Date(this.#clock.now().getTime() - 7 * 24 * 3600_000);
    await this.#database.runAsAuth({ accountID: '', isPatient: true }, (em) =>
      em.nativeDelete(PersonMail, { createdAt: { $lt: before } }),
    );
  }
}
