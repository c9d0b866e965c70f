import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ProblemBody } from '../../../contracts/endpoints/problem.ts';
import { newID } from '../../../contracts/texts/id.ts';
import { parseDatabaseUrl } from '../../../database/schema/roles.ts';
import { nextNumber } from '../../../numbering/numbering.ts';
import { bootTestKernel, type TestAccount, type TestKernel, type TestPerson } from '../test-kernel.ts';
import type { EntryView } from './ledger.contract.ts';
import { ledgerPlugin } from './ledger.plugin.ts';

const entries = '/v1/x/ledger/entries';
let kernel: TestKernel;
let admin: TestPerson;
let database: Client;
beforeAll(async () => {
  kernel = await bootTestKernel({ why: 'its pool', plugins: [ledgerPlugin] });
  admin = await kernel.a.as('admin');
  database = new Client({ connectionString: parseDatabaseUrl(kernel.db.adminUrl).toString() });
  await database.connect();
});
afterAll(async () => {
  await database.end();
  await kernel.stop();
});

const post = (person: TestPerson, title: string, key?: string, path = entries): Promise<Response> =>
  person.fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(key ? { 'idempotency-key': key } : {}) },
    body: JSON.stringify({ title, lines: [{ text: 'Line', measure: 1 }] }),
  });
const patch = (id: string, body: object, headers: Record<string, string> = {}): Promise<Response> =>
  admin.fetch(`${entries}/${id}`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
const codeOf = async (response: Response): Promise<string> => ((await response.json()) as ProblemBody).code;

/** Numbers and titles of an account's entries, ordered by number. */
async function entriesOf(account: TestAccount): Promise<{ number: number; title: string; id: string }[]> {
  const { rows } = await database.query(
    'select number::int, title, id from ledger.entry where account_id = $1 order by number::bigint',
    [account.id],
  );
  return rows;
}
const titled = async (title: string) => (await entriesOf(kernel.a)).filter((entry) => entry.title === title);

describe('an idempotency key', () => {
  it('sent eight times at once has one effect, and everybody gets its answer', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => post(admin, 'Once', 'once')));
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(201));
    const bodies = await Promise.all(answers.map((answer) => answer.text()));
    expect(new Set(bodies).size).toBe(1);
    expect(answers.filter(({ headers }) => headers.get('idempotent-replayed') === 'true')).toHaveLength(7);
    expect(await titled('Once')).toHaveLength(1);
    const { rows } = await database.query(
      'select count(*)::int as count from core.event_outbox where aggregate_id = $1',
      [(JSON.parse(bodies[0] ?? '') as EntryView).id],
    );
    expect(rows).toEqual([{ count: 1 }]);
  });

  it('with different bodies at once lets one of them through and refuses the others', async () => {
    const answers = await Promise.all(['One', 'Two', 'Three', 'Four'].map((title) => post(admin, title, 'torn')));
    const refused = answers.filter(({ status }) => status !== 201);
    expect(refused).toHaveLength(3);
    for (const answer of refused)
      expect([answer.status, await codeOf(answer)]).toEqual([409, 'idempotency_key_reused']);
    const made = await entriesOf(kernel.a);
    expect(made.filter(({ title }) => ['One', 'Two', 'Three', 'Four'].includes(title))).toHaveLength(1);
  });

  it('stays refused later for another body, another address or another person', async () => {
    expect((await post(admin, 'Kept', 'kept')).status).toBe(201);
    expect(await codeOf(await post(admin, 'Other', 'kept'))).toBe('idempotency_key_reused');
    expect(await codeOf(await post(await kernel.a.as('user'), 'Kept', 'kept'))).toBe('idempotency_key_reused');
    const [entry] = await titled('Kept');
    const elsewhere = await patch(entry?.id ?? '', { title: 'Kept' }, { 'idempotency-key': 'kept' });
    expect(await codeOf(elsewhere)).toBe('idempotency_key_reused');
    expect((await post(admin, 'Kept', 'kept')).headers.get('idempotent-replayed')).toBe('true');
    expect(await titled('Kept')).toHaveLength(1);
  });

  it('belongs to its account', async () => {
    const other = await post(await kernel.b.as('admin'), 'Kept', 'kept');
    expect([other.status, other.headers.get('idempotent-replayed')]).toEqual([201, null]);
  });

  it('is free again after a refusal or a fault, for nothing was done', async () => {
    expect((await post(admin, '', 'second-try')).status).toBe(400);
    expect((await post(admin, 'Second try', 'second-try')).status).toBe(201);
    expect((await post(admin, 'x', 'broken', '/v1/x/ledger/actions/break')).status).toBe(400);
    const broken = { method: 'POST', headers: { 'idempotency-key': 'fault' } };
    expect((await admin.fetch('/v1/x/ledger/actions/break', broken)).status).toBe(500);
    expect((await post(admin, 'After the fault', 'fault')).status).toBe(201);
  });

  it('repeats a deletion as it was answered', async () => {
    const made = (await (await post(admin, 'To go')).json()) as EntryView;
    const remove = (): Promise<Response> =>
      admin.fetch(`${entries}/${made.id}`, { method: 'DELETE', headers: { 'idempotency-key': 'gone' } });
    const answers = await Promise.all([remove(), remove(), remove()]);
    expect(answers.map(({ status }) => status)).toEqual([204, 204, 204]);
    expect((await admin.fetch(`${entries}/${made.id}`, { method: 'DELETE' })).status).toBe(404);
  });

  it.each(['', 'two words', 'x'.repeat(256), 'ümlaut'])('"%s" is no key', async (key) => {
    const response = await admin.fetch(entries, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify({ title: 'No key' }),
    });
    expect(response.status).toBe(400);
  });
});

describe('a version', () => {
  const make = async (title: string): Promise<EntryView> => (await (await post(admin, title)).json()) as EntryView;

  it('sent by eight writers at once lets one through, by header or by body', async () => {
    for (const by of ['header', 'body']) {
      const { id } = await make(`Contested by ${by}`);
      const answers = await Promise.all(
        Array.from({ length: 8 }, (_, writer) =>
          by === 'header'
            ? patch(id, { title: `Writer ${writer}` }, { 'if-match': '"1"' })
            : patch(id, { title: `Writer ${writer}`, version: 1 }),
        ),
      );
      const winners = answers.filter(({ status }) => status === 200);
      expect(winners).toHaveLength(1);
      const won = (await winners[0]?.json()) as EntryView;
      for (const answer of answers.filter(({ status }) => status !== 200)) {
        expect(answer.status).toBe(409);
        expect(await answer.json()).toMatchObject({ code: 'stale_version', details: { version: 2, expected: 1 } });
      }
      expect(await (await admin.fetch(`${entries}/${id}`)).json()).toMatchObject({ title: won.title, version: 2 });
    }
  });

  it('is counted for every change when nobody sends one', async () => {
    const { id } = await make('Uncontested');
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, writer) => patch(id, { title: `Writer ${writer}` })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    const versions = await Promise.all(answers.map(async (answer) => ((await answer.json()) as EntryView).version));
    expect(versions.sort((a, b) => a - b)).toEqual([2, 3, 4, 5, 6, 7, 8, 9]);
  });
});

describe('numbers', () => {
  const expectGapless = async (account: TestAccount): Promise<number> => {
    const numbers = (await entriesOf(account)).map(({ number }) => number);
    expect(new Set(numbers).size).toBe(numbers.length);
    const { rows } = await database.query(
      "select next::int from core.numbering_sequence where account_id = $1 and kind = 'ledger_entry'",
      [account.id],
    );
    expect(rows).toEqual([{ next: (numbers.at(-1) ?? 0) + 1 }]);
    return numbers.length;
  };

  it('of 16 writers have no gap and none twice, though some of their writes fail', async () => {
    const account = await kernel.createAccount('numbers');
    const writers = await Promise.all([account.as('admin'), account.as('user')]);
    const statuses: number[] = [];
    await Promise.all(
      Array.from({ length: 16 }, async (_, writer) => {
        for (let turn = 0; turn < 10; turn += 1) {
          const person = writers[writer % 2] as TestPerson;
          // A writer that took a number and then fails must give it back.
          const fails = (turn + writer) % 5 === 0;
          if (fails)
            await expect(
              account.run(async (ctx) => {
                await nextNumber(ctx, 'ledger_entry');
                await ctx.em.query().selectFrom('ledger.no_such_table').selectAll().execute();
              }),
            ).rejects.toThrow();
          else statuses.push((await post(person, `Writer ${writer}, turn ${turn}`)).status);
        }
      }),
    );
    expect(new Set(statuses)).toEqual(new Set([201]));
    expect(statuses).toHaveLength(128);
    expect(await expectGapless(account)).toBe(128);
    const numbers = (await entriesOf(account)).map(({ number }) => number);
    expect(numbers).toEqual(numbers.map((_, index) => 1000 + index));
  });

  it('of two accounts are counted apart, also at the same time', async () => {
    const [left, right] = await Promise.all([kernel.createAccount('left'), kernel.createAccount('right')]);
    const people = await Promise.all([left.as('admin'), right.as('admin')]);
    await Promise.all(Array.from({ length: 20 }, (_, turn) => post(people[turn % 2] as TestPerson, `Turn ${turn}`)));
    for (const account of [left, right]) {
      expect(await expectGapless(account)).toBe(10);
      expect((await entriesOf(account))[0]?.number).toBe(1000);
    }
  });

  it('cannot be had twice, even past the counter', async () => {
    const [first] = await entriesOf(kernel.a);
    await expect(
      kernel.a.run(async (ctx) => {
        await ctx.em
          .query()
          .insertInto('ledger.entry')
          .values({
            account_id: ctx.account.id,
            id: newID('len'),
            number: String(first?.number),
            title: 'Twin',
            created_at: ctx.clock.now(),
            updated_at: ctx.clock.now(),
          })
          .execute();
      }),
    ).rejects.toMatchObject({ code: '23505' });
  });
});

describe('a list', () => {
  it('agrees with its count and with what was answered once the writers are done', async () => {
    const account = await kernel.createAccount('counts');
    const person = await account.as('admin');
    let made = 0;
    await Promise.all(
      Array.from({ length: 8 }, async () => {
        for (let turn = 0; turn < 5; turn += 1) {
          expect((await post(person, 'Counted')).status).toBe(201);
          made += 1;
          const seen = (await (await person.fetch(`${entries}?take=1`)).json()) as { count: number };
          // A person sees own writes immediately; writes of others may still be missing.
          expect(seen.count).toBeGreaterThan(0);
        }
      }),
    );
    const { count, items } = (await (await person.fetch(`${entries}?take=500`)).json()) as {
      count: number;
      items: unknown[];
    };
    expect([count, items.length]).toEqual([made, made]);
  });
});
