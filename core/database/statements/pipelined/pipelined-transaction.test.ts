import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CoreAccounts, openCoreAccounts } from '../../../testing/kernel/core-accounts.ts';
import { aroundStatements } from '../../../testing/postgres/statements/sent-statements.ts';
import { Database } from '../../database.ts';
import { TenantEntityManager } from '../../tenant-entity-manager.ts';
import { plannedCounts } from '../planned-statements.ts';

let test: CoreAccounts;
let database: Database;
let stopHearing: () => void;
/** Sent statements and received results, in order. */
const seen: string[] = [];

beforeAll(async () => {
  test = await openCoreAccounts();
  database = await Database.open(test.urls, [], { tenant: 2, auth: 1 });
  // The first statement checks the connection.
  await inAccount(true, (em) => sql`select 1`.execute(em.query()));
  stopHearing = aroundStatements((_client, parts, send) => {
    const text = /select (\d)/.exec(String(parts[0]))?.[1] ?? /^\w+/.exec(String(parts[0]))?.[0];
    seen.push(`${text} sent`);
    const answer = send() as Promise<unknown>;
    const answered = (): unknown => seen.push(`${text} answered`);
    answer.then(answered, answered);
    return answer;
  });
});
afterAll(async () => {
  stopHearing();
  await database.close();
  await test.close();
});

const inAccount = <T>(readOnly: boolean, work: (em: TenantEntityManager) => Promise<T>): Promise<T> =>
  database.runAsTenant({ accountID: test.accounts.a, readOnly }, (em) =>
    work(new TenantEntityManager(em, test.accounts.a)),
  );

describe('a transaction', () => {
  it.each([true, false])('sends its beginning and what is asked together at once, read only: %s', async (readOnly) => {
    seen.length = 0;
    const answers = await inAccount(readOnly, (em) =>
      Promise.all([
        sql<{ one: number }>`select 1 as one`.execute(em.query()),
        sql<{ two: number }>`select 2 as two`.execute(em.query()),
      ]),
    );
    expect(answers.map(({ rows }) => rows)).toEqual([[{ one: 1 }], [{ two: 2 }]]);
    expect(seen.slice(0, 3)).toEqual([`${readOnly ? 'start' : 'begin'} sent`, '1 sent', '2 sent']);
    expect(seen).toContain('1 answered');
  });

  it.each([true, false])('fails with what failed first, not with what that broke, read only: %s', async (readOnly) => {
    const outcomes = await inAccount(readOnly, (em) =>
      Promise.allSettled([
        sql`select 1 / 0`.execute(em.query()),
        sql`select 2`.execute(em.query()),
        sql`select 3`.execute(em.query()),
      ]),
    ).catch((error) => error);
    for (const { reason } of [outcomes].flat()) expect(String(reason ?? outcomes)).toContain('division by zero');
  });

  it('takes no statement after its end', async () => {
    const late = await inAccount(false, async (em) => {
      await sql`select 1`.execute(em.query());
      return em.query();
    });
    seen.length = 0;
    await expect(sql`select 2`.execute(late)).rejects.toThrow('committed');
    expect(seen).toEqual([]);
  });

  const claimed = (em: TenantEntityManager, key: string) =>
    em.send(
      sql`update core.idempotency_key set request_hash = 'new'
      where account_id = ${test.accounts.a} and key = ${key}`,
      1,
    );
  const claim = (em: TenantEntityManager, key: string) =>
    em.send(sql`insert into core.idempotency_key (account_id, key, actor_id, request_hash, created_at)
      values (${test.accounts.a}, ${key}, 'nobody', '', now())`);
  const keys = async () => {
    const { rows } = await inAccount(true, (em) =>
      sql<{ key: string }>`select key from core.idempotency_key
        where account_id = ${test.accounts.a} and actor_id = 'nobody'`.execute(em.query()),
    );
    return rows.map(({ key }) => key);
  };

  it('writes nothing where a statement wrote another number of rows than it had to', async () => {
    const wrong = /wrote 0 rows instead of 1/;
    // The commit reports it, or the statement before the commit.
    await expect(inAccount(false, async (em) => [await claim(em, 'one'), await claimed(em, 'two')])).rejects.toThrow(
      wrong,
    );
    const late = inAccount(false, async (em) => {
      await claim(em, 'one');
      await claimed(em, 'two');
      await sql`select 1`.execute(em.query());
    });
    await expect(late).rejects.toThrow(wrong);
    expect(await keys()).toEqual([]);
    await inAccount(false, async (em) => [await claim(em, 'one'), await claimed(em, 'one')]);
    expect(await keys()).toEqual(['one']);
  });

  it('keeps the 200 statements planned that were asked last, whatever else a connection was asked', async () => {
    const single = await Database.open(test.urls, [], { tenant: 1, auth: 1 });
    const ask = (numbers: readonly number[]) =>
      single.runAsTenant({ accountID: test.accounts.a }, async (each) => {
        const em = new TenantEntityManager(each, test.accounts.a);
        for (const number of numbers)
          for (const _ of ['once', 'again'])
            await sql`select ${sql.lit(number)} as n where ${'x'} = 'x'`.execute(em.query());
        const { rows } = await sql<{ n: number }>`select substring(statement from 'select (\\d+) as n')::int as n
          from pg_prepared_statements where statement like '% as n where %' order by n`.execute(em.query());
        return rows.map(({ n }) => n);
      });
    const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);
    expect(await ask(range(1, 150))).toEqual(range(1, 150));
    const { evicted } = plannedCounts;
    // The first fifty are used again, so that others are evicted.
    expect(await ask([...range(1, 50), ...range(151, 250)])).toEqual([...range(1, 50), ...range(101, 250)]);
    expect(plannedCounts.evicted - evicted).toBe(50);
    expect(await ask(range(51, 100))).toEqual([...range(1, 100), ...range(151, 250)]);
    await single.close();
  });

  it('writes nothing where its beginning failed', async () => {
    const claim = (em: TenantEntityManager) =>
      sql`insert into core.idempotency_key (account_id, key, actor_id, request_hash, created_at)
        values (${test.accounts.a}, 'early', 'nobody', '', now())`.execute(em.query());
    // Breaks the statement that begins the transaction, so that the following ones run without a transaction.
    const broken = { accountID: test.accounts.a, customerID: '\0' };
    await expect(
      database.runAsTenant(broken, (em) => claim(new TenantEntityManager(em, test.accounts.a))),
    ).rejects.toThrow('invalid message format');
    const { rows } = await inAccount(false, async (em) => {
      const found =
        await sql`select key from core.idempotency_key where account_id = ${test.accounts.a} and key = 'early'`.execute(
          em.query(),
        );
      await claim(em);
      return found;
    });
    expect(rows).toEqual([]);
  });
});
