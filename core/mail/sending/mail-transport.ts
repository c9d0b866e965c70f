import { refuseInTransaction } from '../../database/transactions/inside-transaction.ts';

/** A mail ready for sending. */
export interface OutgoingMail {
  to: readonly string[];
  subject: string;
  html: string;
  text: string;
  /** Id of the mail's record. Repeated tries have the same Message-ID, by which mail systems recognize duplicates. */
  id: string;
  /** Display name of the sender. */
  fromName?: string;
  attachments?: readonly { filename: string; contentType: string; bytes: Uint8Array }[];
  /** Mail programs offer one click that switches this kind of mail off (RFC 8058). */
  unsubscribeURL?: string | undefined;
}

/** The mail server refused this mail permanently (bad address, message too large), so another try is useless. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused';
}

/** Sends the installation's mails. */
export interface MailTransport {
  /** True if mails are kept in the database instead of sent. */
  readonly isCapturing: boolean;
  /** @throws MailRefused for a permanent refusal; after any other error another try may succeed */
  send(mail: OutgoingMail): Promise<{ messageID: string }>;
  close(): void;
}

const messageIDOf = (mail: OutgoingMail, sender: string): string => `<${mail.id}@${sender.split('@').at(-1)}>`;

/** Keeps mails instead of sending them, for development, tests, and installations without a mail server. */
export const captureMail = (): MailTransport => ({
  isCapturing: true,
  async send(mail) {
    refuseInTransaction('The mail server');
    return { messageID: messageIDOf(mail, 'captured.invalid') };
  },
  close: () => undefined,
});

/**
 * Sends through a mail server. `smtpUrl` is `smtp://user:password@host:587` or `smtps://...`, `sender` a plain address.
 */
export function smtpMail(smtpUrl: string, sender: string): MailTransport {
  const open = async () =>
    (await import('nodemailer')).createTransport({
      url: smtpUrl,
      pool: true,
      maxConnections: 3,
      connectionTimeout: 8_000,
      greetingTimeout: 8_000,
      socketTimeout: 15_000,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  let opened: ReturnType<typeof open> | undefined;
  return {
    isCapturing: false,
    async send(mail) {
      refuseInTransaction('The mail server');
      try {
        opened ??= open();
        const { messageId } = await (await opened).sendMail({
          from: { name: mail.fromName ?? 'Millwright', address: sender },
          to: [...mail.to],
          subject: mail.subject,
          html: mail.html,
          text: mail.text,
          messageId: messageIDOf(mail, sender),
          ...(mail.unsubscribeURL
            ? {
                headers: {
                  'List-Unsubscribe': `<${mail.unsubscribeURL}>`,
                  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
                },
              }
            : {}),
          attachments: (mail.attachments ?? []).map(({ filename, contentType, bytes }) => ({
            filename,
            contentType,
            content: Buffer.from(bytes),
          })),
        });
        return { messageID: messageId };
      } catch (error) {
        const { code, responseCode = 0, message } = error as Error & { code?: string; responseCode?: number };
        // Refused credentials are a fault of the configuration, so these mails wait.
        if (responseCode >= 500 && (code === 'EENVELOPE' || code === 'EMESSAGE')) throw new MailRefused(message);
        throw error;
      }
    },
    close: () => void opened?.then((transport) => transport.close()),
  };
}

/** The transport of an installation: the configured mail server, else capturing. */
export const createMailTransport = (config: { smtpUrl: string | undefined; sender: string }): MailTransport =>
  config.smtpUrl ? smtpMail(config.smtpUrl, config.sender) : captureMail();
