import { createHmac, randomBytes } from 'node:crypto';

const secretPrefix = 'whsec_';

/** A new secret of 32 random bytes, in the form of Standard Webhooks. */
export const newWebhookSecret = (): string => `${secretPrefix}${randomBytes(32).toString('base64')}`;

/** The visible part of a secret. */
export const webhookSecretHint = (secret: string): string => `${secretPrefix}…${secret.slice(-5)}`;

/**
 * Headers of a delivery as in Standard Webhooks: HMAC-SHA256 over id, time and body with each secret, so that a
 * receiver with either of two secrets accepts it while they change.
 * @param at time of the attempt, written in seconds
 */
export function webhookHeaders(
  { eventID, body, at }: { eventID: string; body: string; at: Date },
  secrets: readonly string[],
): Record<string, string> {
  const timestamp = Math.floor(at.getTime() / 1000).toString();
  const signed = `${eventID}.${timestamp}.${body}`;
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(secretPrefix.length), 'base64');
    return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
  });
  return {
    'content-type': 'application/json',
    'user-agent': 'Millwright-Webhooks/1',
    'webhook-id': eventID,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}
