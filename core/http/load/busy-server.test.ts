import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refusalOf } from '../../testing/calls/refusal.ts';
import { until } from '../../testing/calls/until.ts';
import { ledgerPlugin } from '../../testing/kernel/ledger/ledger.plugin.ts';
import { bootTestKernel, type TestKernel, type TestPerson } from '../../testing/kernel/test-kernel.ts';

const entries = '/v1/x/ledger/entries';
let kernel: TestKernel;
let admin: TestPerson;
let delay = 0;
beforeAll(async () => {
  kernel = await bootTestKernel({
    why: 'how much a server takes on',
    plugins: [ledgerPlugin],
    eventLoopDelay: () => delay,
  });
  admin = await kernel.a.as('admin');
});
afterAll(() => kernel.stop());

describe('a busy server', () => {
  it('refuses calls that it could not answer in time, and takes them again later', async () => {
    let release: () => void = () => undefined;
    const held = new Promise<void>((done) => {
      release = done;
    });
    const calls = Array.from({ length: 400 }, () => kernel.load.during(() => held));
    const refused = await admin.fetch(entries);
    expect(refused.headers.get('retry-after')).toBe('1');
    expect(await refusalOf(refused)).toMatchObject({ status: 503, code: 'overloaded' });
    release();
    await Promise.all(calls);
    expect((await admin.fetch(entries)).status).toBe(200);
  });

  const share =
    'refuses calls that get no connection in time; jobs wait for theirs, and other accounts have their share';
  it(share, async () => {
    let release: () => void = () => undefined;
    const held = new Promise<void>((done) => {
      release = done;
    });
    const holders: Promise<void>[] = [];
    const hold = async (of: typeof kernel.a, count: number): Promise<void> => {
      let holding = 0;
      const begin = (): Promise<void> => {
        holding += 1;
        return held;
      };
      for (let each = 0; each < count; each += 1) holders.push(of.run(begin));
      await until('All of them', () => holding === count);
    };
    await hold(kernel.a, 9);
    const job = kernel.a.run(async (ctx) => ctx.account.slug);
    // No call of any account ends meanwhile, so the database is the cause and the refusal does not blame the account.
    expect(await refusalOf(admin.fetch(entries))).toMatchObject({ status: 503, code: 'overloaded' });
    let own: Awaited<ReturnType<typeof refusalOf>> | undefined;
    void refusalOf(admin.fetch(entries)).then((refusal) => {
      own = refusal;
    });
    await until('The refusal', async () => {
      expect(await kernel.b.run(async (ctx) => ctx.account.slug)).toBe('beta');
      return own;
    });
    expect(own).toMatchObject({ status: 429, code: 'too_many_requests' });
    await hold(kernel.b, 3);
    const refused = await admin.fetch(entries);
    expect(refused.headers.get('retry-after')).toBe('1');
    expect(await refusalOf(refused)).toMatchObject({ status: 503, code: 'overloaded' });
    expect((await kernel.metrics()).find(({ name }) => name === 'waiting_for_connection')?.samples).toEqual([
      { value: 1 },
    ]);
    release();
    await Promise.all(holders);
    expect(await job).toBe('alpha');
    expect((await admin.fetch(entries)).status).toBe(200);
  });

  it('refuses calls while its event loop runs late', async () => {
    const statusAt = async (milliseconds: number): Promise<number> => {
      delay = milliseconds;
      kernel.load.look();
      return (await admin.fetch(entries)).status;
    };
    expect(await statusAt(400)).toBe(200);
    expect(await statusAt(400)).toBe(503);
    expect(await statusAt(0)).toBe(200);
  });
});
