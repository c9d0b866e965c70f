import { afterEach, describe, expect, it } from 'vitest';
import { guardedFetch } from '../../kernel/outgoing/guarded-fetch.ts';
import { Networks } from '../../kernel/outgoing/network.ts';
import type { AskNames } from '../../kernel/outgoing/outgoing.ts';
import { checkWebhookAddress } from '../endpoint/webhook-address.ts';
import { openReceiver, type WebhookReceiver } from '../testing/webhook-receiver.ts';
import { keptAnswer, postWebhook } from './post-webhook.ts';
import { newWebhookSecret } from './sign-webhook.ts';

const nowhere = new Networks([]);
const here = new Networks(['127.0.0.0/8']);
const refused = 'Not sent: the address lies inside a network, or is not https';
const sent = { secrets: [newWebhookSecret()], eventID: 'evt_1', body: '{}', at: new Date('2026-11-25T12:00:00Z') };

const receivers: WebhookReceiver[] = [];
const open = async (...parts: Parameters<typeof openReceiver>): Promise<WebhookReceiver> => {
  const receiver = await openReceiver(...parts);
  receivers.push(receiver);
  return receiver;
};
afterEach(async () => {
  await Promise.all(receivers.splice(0).map((receiver) => receiver.kill()));
});

/** Look-ups that answer these addresses, one list after the other, and then the last one. */
function changing(...answers: readonly (readonly string[])[]): AskNames {
  let asked = 0;
  return (_, __, done) => {
    const found = answers[Math.min(asked, answers.length - 1)] ?? [];
    asked += 1;
    done(
      null,
      found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  };
}

describe('a call', () => {
  it.each([
    ['plain http', 'http://127.0.0.1'],
    ['an inner address', 'https://127.0.0.1'],
    ['one as a number', 'https://2130706433'],
    ['one of IPv6', 'https://[::1]'],
    ['an IPv6-mapped one', 'https://[::ffff:127.0.0.1]'],
    ['one behind NAT64', 'https://[64:ff9b::7f00:1]'],
    ['the own name', 'https://localhost'],
  ])('to %s is not made', async (_, host) => {
    const receiver = await open();
    const url = `${host}:${new URL(receiver.url).port}/`;
    const answer = await postWebhook(guardedFetch(nowhere), { url, ...sent });
    expect([answer.status, answer.error, receiver.received]).toEqual([null, refused, []]);
  });

  it.each([
    ['inside', ['127.0.0.1']],
    ['to one of several inside', ['198.41.0.4', '127.0.0.1']],
    ['to an IPv6-mapped one', ['::ffff:127.0.0.1']],
    ['behind NAT64', ['64:ff9b::7f00:1']],
  ])('by a name that was public when it was entered and leads %s now is not made', async (_, now) => {
    const receiver = await open();
    const names = changing(['198.41.0.4'], now);
    const { port } = new URL(receiver.url);
    const url = await checkWebhookAddress(`https://changing.example:${port}/`, nowhere, names);
    const answer = await postWebhook(guardedFetch(nowhere, { names }), { url, ...sent });
    expect([answer.status, answer.error, receiver.received]).toEqual([null, refused, []]);
  });

  it('follows no redirect', async () => {
    const further = await open();
    const receiver = await open((answer) => void answer.writeHead(307, { location: further.url }).end());
    const answer = await postWebhook(guardedFetch(here), { url: receiver.url, ...sent });
    expect([answer.status, answer.error]).toEqual([307, null]);
    expect([receiver.received.length, further.received.length]).toEqual([1, 0]);
  });

  it('ends after its time, with the beginning of a long answer, and says why', async () => {
    const receiver = await open((answer) => void answer.writeHead(500).end('x'.repeat(10_000)));
    const cut = guardedFetch(here, { answer: keptAnswer, cuts: true });
    expect((await postWebhook(cut, { url: receiver.url, ...sent })).answer).toHaveLength(keptAnswer);
    const silent = { status: null, error: 'No answer within 10 seconds' };
    receiver.answerWith(() => undefined);
    expect(await postWebhook(guardedFetch(here, { wait: 50 }), { url: receiver.url, ...sent })).toMatchObject(silent);
    // One that begins to answer and never ends is as silent.
    receiver.answerWith((answer) => void answer.writeHead(200).write('x'));
    expect(await postWebhook(guardedFetch(here, { wait: 50 }), { url: receiver.url, ...sent })).toMatchObject(silent);
  });
});
