import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { problemBody } from '../../contracts/endpoints/problem.ts';
import { refusalOf } from '../../testing/calls/refusal.ts';
import { ledgerPlugin } from '../../testing/kernel/ledger/ledger.plugin.ts';
import { sharedKernel } from '../../testing/kernel/shared-kernel.ts';
import type { TestKernel, TestPerson } from '../../testing/kernel/test-kernel.ts';
import { BodyBudget } from './body-budget.ts';

const entries = '/v1/x/ledger/entries';
const json = { 'content-type': 'application/json' };

let kernel: TestKernel;
let admin: TestPerson;
let customer: TestPerson;
beforeAll(async () => {
  kernel = await sharedKernel([ledgerPlugin]);
  admin = await kernel.a.as('admin');
  customer = await kernel.a.as('customer');
});
afterAll(() => kernel.stop());

const post = (person: TestPerson, path: string, body: string, headers: Record<string, string> = {}) =>
  person.fetch(path, { method: 'POST', headers: { ...json, ...headers }, body });

describe('what no endpoint takes', () => {
  it.each([
    ['lists', '['.repeat(100_000)],
    ['closed lists', `${'['.repeat(20_000)}${']'.repeat(20_000)}`],
    ['objects', `${'{"a":'.repeat(15_000)}1${'}'.repeat(15_000)}`],
    ['a known field', `{"title":${'['.repeat(65)}${']'.repeat(65)}}`],
  ])('is refused before it is judged: %s in each other', async (_, body) => {
    for (const [person, path] of [
      [admin, entries],
      [kernel.anonymous(), '/auth/actions/login'],
      [kernel.anonymous(), '/auth/actions/register'],
    ] as const) {
      const { status, code } = await refusalOf(post(person, path, body));
      expect([status, code === 'invalid_input' || code === 'invalid_json']).toEqual([400, true]);
    }
  });

  it('is more values than a request of its size has', async () => {
    const body = `[${'0,'.repeat(150_000)}0]`;
    expect(await refusalOf(post(admin, entries, body))).toMatchObject({
      status: 400,
      message: 'The body has more than 100,000 values',
    });
  });

  it('is much from callers whom nobody knows', async () => {
    const body = JSON.stringify({ identifier: 'x'.repeat(150_000) });
    expect(await refusalOf(post(kernel.anonymous(), '/auth/actions/login', body))).toMatchObject({ status: 413 });
  });
});

describe('the answer to a bad body', () => {
  const answerTo = async (body: string) => {
    const text = await (await post(admin, entries, body)).text();
    return { size: Buffer.byteLength(text), ...problemBody.parse(JSON.parse(text)) };
  };

  it('names fifty faults of many, and how many there are', async () => {
    const names = Array.from({ length: 60_000 }, (_, index) => `"f${index}":1`);
    const { size, errors, details, status } = await answerTo(`{${names.join(',')}}`);
    expect([status, errors.length, size < 100_000]).toEqual([400, 50, true]);
    expect(details?.['errorCount']).toBeGreaterThanOrEqual(60_000);
  });

  it('repeats no megabyte, whatever its signs', async () => {
    for (const name of ['x'.repeat(900_000), '\u0001'.repeat(150_000), '\u{1F9E4}'.repeat(200_000)]) {
      const { size, errors } = await answerTo(JSON.stringify({ [name]: 1 }));
      expect([size < 100_000, errors.every(({ path }) => path.isWellFormed())]).toEqual([true, true]);
    }
    const long = Array.from({ length: 90 }, (_, index) => `"${'\\u0001'.repeat(1_800)}${index}":1`);
    expect((await answerTo(`{${long.join(',')}}`)).size).toBeLessThan(100_000);
  });
});

describe('a body', () => {
  /** A body that counts how many of its parts were read. */
  const watched = () => {
    const state = { parts: 0 };
    const body = new ReadableStream({
      pull(controller) {
        state.parts += 1;
        if (state.parts > 50) controller.close();
        else controller.enqueue(new Uint8Array(10_000).fill(0x20));
      },
    });
    return { state, init: { method: 'POST', headers: json, body, duplex: 'half' } as RequestInit };
  };

  it('of somebody who may not send it is not read', async () => {
    const sales = await kernel.b.as('admin');
    for (const [person, path, headers, status] of [
      [customer, entries, {}, 403],
      [admin, '/v1/imports?type=none&fileName=a.csv', {}, 404],
      [admin, '/v1/imports?fileName=a.csv', {}, 400],
      [customer, '/v1/files?name=a&recordType=ledger_entry&recordID=led_1', {}, 404],
      [sales, entries, { 'account-id': kernel.a.id }, 403],
      [kernel.anonymous(), entries, {}, 401],
    ] as const) {
      const { state, init } = watched();
      const refused = await person.fetch(path, { ...init, headers: { ...json, ...headers } });
      // A stream is asked for its first part before anybody reads it.
      expect([path, refused.status, state.parts <= 1]).toEqual([path, status, true]);
    }
  });

  it('counts from when it is read until it is answered', async () => {
    const budget = new BodyBudget();
    const [one, other] = [budget.lease(), budget.lease()];
    one.ownedBy('acc_1');
    one.take(90_000_000);
    other.ownedBy('acc_1');
    expect(() => other.take(10_000_000)).toThrow(expect.objectContaining({ status: 429, retryAfter: 1 }));
    other.take(3_000);
    const next = budget.lease();
    next.ownedBy('acc_2');
    next.take(90_000_000);
    const last = budget.lease();
    last.ownedBy('acc_3');
    expect(() => last.take(20_000_000)).toThrow(expect.objectContaining({ status: 503, retryAfter: 1 }));
    const stranger = budget.lease();
    expect(() => stranger.take(17_000_000)).toThrow(expect.objectContaining({ status: 503 }));
    one.end();
    last.take(20_000_000);
    for (const lease of [one, other, next, last, stranger]) lease.end();
    expect(budget.taken).toBe(0);
    await Promise.all([post(admin, entries, '{'), post(admin, entries, '{}'), post(customer, entries, '{}')]);
    expect((await kernel.metrics()).find(({ name }) => name === 'request_body_bytes')?.samples).toEqual([{ value: 0 }]);
  });
});
