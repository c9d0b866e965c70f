import { afterAll, describe, expect, it } from 'vitest';
import { renewsWait } from '../../database/transactions/outside-wait.ts';
import { ownDelay, ServerLoad } from './load.ts';

const ends: AbortController[] = [];
const load = new ServerLoad(
  () => 0,
  () => {
    const end = new AbortController();
    ends.push(end);
    return end.signal;
  },
);
afterAll(() => load.close());
const held = () => {
  const { promise, resolve } = Promise.withResolvers<string>();
  return { work: () => promise, end: () => resolve('done') };
};

describe('long work of an account', () => {
  it('on one record waits for its turn where two are under way; bulk work is refused', async () => {
    const two = [held(), held()];
    const running = two.map(({ work }) => load.ofAccount('a', { isLong: true }, work));
    const papers = Array.from({ length: 6 }, (_, index) =>
      load.ofAccount('a', { isLong: true, inTurn: true }, async () => `paper ${index}`),
    );
    await expect(load.ofAccount('a', { isLong: true }, async () => 'bulk')).rejects.toMatchObject({ status: 429 });
    expect(await load.ofAccount('b', { isLong: true }, async () => 'other')).toBe('other');
    for (const { end } of two) end();
    expect(await Promise.all(running)).toEqual(['done', 'done']);
    expect(await Promise.all(papers)).toEqual(papers.map((_, index) => `paper ${index}`));
  });
});

describe('an event loop that runs late', () => {
  const isRefusing = (delay: number, busy: number, ran: number): boolean => {
    const late = new ServerLoad(() => ownDelay(delay, { busy, ran }));
    try {
      late.look();
      // One look is no overload, whatever it saw.
      late.admit();
      late.look();
      late.admit();
      return false;
    } catch (error) {
      expect(error).toMatchObject({ status: 503, code: 'overloaded' });
      return true;
    } finally {
      late.close();
    }
  };

  it('by its own work refuses calls', () => {
    expect(isRefusing(250, 480, 470)).toBe(true);
    expect(isRefusing(900, 500, 150)).toBe(true);
    // The clocks of processor and loop differ a little.
    expect(isRefusing(250, 500, 501)).toBe(true);
  });

  it('because others have the processor refuses none', () => {
    expect(isRefusing(250, 480, 20)).toBe(false);
    expect(isRefusing(600, 500, 120)).toBe(false);
    expect(isRefusing(250, 0, 0)).toBe(true);
  });
});

describe('calls that wait for another machine', () => {
  it('are two of an account and twenty in all, so that the calls of others are answered', async () => {
    const silent = held();
    const first: Promise<unknown>[] = [];
    let refused = 0;
    for (const account of ['a', 'b'])
      for (let call = 0; call < 260; call += 1)
        first.push(
          load
            .during(() => load.ofAccount(account, { waits: true }, silent.work))
            .catch((error: { status: number }) => {
              expect(error.status).toBe(429);
              refused += 1;
            }),
        );
    await new Promise((done) => setImmediate(done));
    expect([refused, load.openCalls]).toEqual([516, 4]);
    load.admit();
    expect(await load.ofAccount('a', {}, async () => 'plain')).toBe('plain');
    for (let account = 0; account < 8; account += 1)
      for (let call = 0; call < 2; call += 1) first.push(load.ofAccount(`c${account}`, { waits: true }, silent.work));
    await expect(load.ofAccount('d', { waits: true }, silent.work)).rejects.toMatchObject({ status: 429 });
    silent.end();
    await Promise.all(first);
    expect(await load.ofAccount('d', { waits: true }, async () => 'answered')).toBe('answered');
  });

  it('are answered 504 after their time, and count until what they wait for has ended', async () => {
    const silent = [held(), held()];
    ends.length = 0;
    const calls = silent.map(({ work }) => load.ofAccount('a', { waits: true }, work));
    const late = calls.map((call) => expect(call).rejects.toMatchObject({ status: 504, code: 'no_answer_in_time' }));
    for (const end of ends) end.abort();
    await Promise.all(late);
    await expect(load.ofAccount('a', { waits: true }, async () => 'third')).rejects.toMatchObject({ status: 429 });
    for (const { end } of silent) end();
    await new Promise((done) => setImmediate(done));
    expect(await load.ofAccount('a', { waits: true }, async () => 'fourth')).toBe('fourth');
  });

  it('begin to wait anew after each transaction', async () => {
    const silent = held();
    ends.length = 0;
    const call = load.ofAccount('a', { waits: true }, async () => {
      renewsWait.getStore()?.();
      ends[0]?.abort();
      return silent.work();
    });
    await new Promise((done) => setImmediate(done));
    expect(ends).toHaveLength(2);
    const late = expect(call).rejects.toMatchObject({ code: 'no_answer_in_time' });
    ends[1]?.abort();
    await late;
    silent.end();
  });
});
