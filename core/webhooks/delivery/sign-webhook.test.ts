import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { newWebhookSecret, webhookHeaders, webhookSecretHint } from './sign-webhook.ts';

const at = new Date('2026-11-25T12:07:43Z');
// The library compares the time with the clock of the process.
beforeAll(() => void vi.useFakeTimers({ now: at, toFake: ['Date'] }));
afterAll(() => void vi.useRealTimers());
const accepts = (secret: string, body: string, headers: Record<string, string>): boolean => {
  try {
    new Webhook(secret).verify(body, headers);
    return true;
  } catch {
    return false;
  }
};
const eventID = fc.stringMatching(/^evt_[0-9a-hjkmnp-tv-z]{26}$/);
const body = fc.json();

describe('a signature', () => {
  it('is accepted by the library with either secret while they change, and with no other', () => {
    fc.assert(
      fc.property(eventID, body, (id, sent) => {
        const [current, previous, other] = [newWebhookSecret(), newWebhookSecret(), newWebhookSecret()];
        const both = webhookHeaders({ eventID: id, body: sent, at }, [current, previous]);
        expect([current, previous, other].map((secret) => accepts(secret, sent, both))).toEqual([true, true, false]);
        const single = webhookHeaders({ eventID: id, body: sent, at }, [current]);
        expect([current, previous].map((secret) => accepts(secret, sent, single))).toEqual([true, false]);
      }),
    );
  });

  it('is refused with another body, id or time, and after five minutes', () => {
    fc.assert(
      fc.property(eventID, body, eventID, (id, sent, otherID) => {
        fc.pre(id !== otherID);
        const secret = newWebhookSecret();
        const headers = webhookHeaders({ eventID: id, body: sent, at }, [secret]);
        const timestamp = `${Number(headers['webhook-timestamp']) + 1}`;
        expect(accepts(secret, `${sent} `, headers)).toBe(false);
        expect(accepts(secret, sent, { ...headers, 'webhook-id': otherID })).toBe(false);
        expect(accepts(secret, sent, { ...headers, 'webhook-timestamp': timestamp })).toBe(false);
        const late = webhookHeaders({ eventID: id, body: sent, at: new Date(at.getTime() - 301_000) }, [secret]);
        expect(accepts(secret, sent, late)).toBe(false);
      }),
    );
  });
});

it('has secrets of 32 bytes, of which people see five characters', () => {
  const secret = newWebhookSecret();
  expect(Buffer.from(secret.slice('whsec_'.length), 'base64')).toHaveLength(32);
  expect(webhookSecretHint(secret)).toBe(`whsec_…${secret.slice(-5)}`);
});
