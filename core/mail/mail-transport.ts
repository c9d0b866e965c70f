import { createTransport } from 'nodemailer';
import { refuseInTransaction } from '../database/inside-transaction.ts';

/** A mail, ready to go. */
export interface OutgoingMail {
  to: readonly string[];
  subject: string;
  html: string;
  text: string;
  /**
   * Id of the record of this mail: a repeated try carries the same Message-ID, which mail systems take for the same
   * mail.
   */
  id: string;
  /** Display name of the sender. */
  fromName?: string;
  /** A file that goes with it. */
  attachment?: { filename: string; contentType: string; bytes: Uint8Array } | undefined;
}

/** The mail server refused this mail for good: bad address, message too large. Trying again would change nothing. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused';
}

/** How mails leave the installation. */
export interface MailTransport {
  /** False where mails are kept in the database instead of sent. */
  readonly isCapturing: boolean;
  /** @throws MailRefused for good; any other error is worth another try */
  send(mail: OutgoingMail): Promise<{ messageID: string }>;
  close(): void;
}

const messageIDOf = (mail: OutgoingMail, sender: string): string => `<${mail.id}@${sender.split('@').at(-1)}>`;

/** Keeps mails instead of sending them: development, tests, and installations without a mail server. */
export const captureMail = (): MailTransport => ({
  isCapturing: true,
  async send(mail) {
    refuseInTransaction('The mail server');
    return { messageID: messageIDOf(mail, 'captured.invalid') };
  },
  close: () => undefined,
});

/**
 * Sends through a mail server; `smtpUrl` is `smtp://user:password@host:587` or `smtps://...`, `sender` a plain address.
 */
export function smtpMail(smtpUrl: string, sender: string): MailTransport {
  const transport = createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: 3,
    connectionTimeout: 8_000,
    greetingTimeout: 8_000,
    socketTimeout: 15_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    isCapturing: false,
    async send(mail) {
      refuseInTransaction('The mail server');
      try {
        const { messageId } = await transport.sendMail({
          from: { name: mail.fromName ?? 'Millwright', address: sender },
          to: [...mail.to],
          subject: mail.subject,
          html: mail.html,
          text: mail.text,
          messageId: messageIDOf(mail, sender),
          ...(mail.attachment
            ? {
                attachments: [
                  {
                    filename: mail.attachment.filename,
                    contentType: mail.attachment.contentType,
                    content: Buffer.from(mail.attachment.bytes),
                  },
                ],
              }
            : {}),
        });
        return { messageID: messageId };
      } catch (error) {
        const { code, responseCode = 0, message } = error as Error & { code?: string; responseCode?: number };
        // Refused credentials are the operator's to mend, so those mails wait.
        if (responseCode >= 500 && (code === 'EENVELOPE' || code === 'EMESSAGE')) throw new MailRefused(message);
        throw error;
      }
    },
    close: () => transport.close(),
  };
}

/** The transport of an installation: a mail server where one is configured, else captured. */
export const createMailTransport = (config: { smtpUrl: string | undefined; sender: string }): MailTransport =>
  config.smtpUrl ? smtpMail(config.smtpUrl, config.sender) : captureMail();
