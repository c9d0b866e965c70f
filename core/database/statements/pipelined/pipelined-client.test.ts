import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CoreAccounts, openCoreAccounts } from '../../../testing/kernel/core-accounts.ts';
import { aroundStatements } from '../../../testing/postgres/statements/sent-statements.ts';
import { Database } from '../../database.ts';
import { parseDatabaseUrl } from '../../schema/roles.ts';
import { PipelinedClient } from './pipelined-client.ts';

let test: CoreAccounts;
let client: PipelinedClient;
let stopHearing: () => void;
/** What was sent, as the server sees it. */
const sent: string[] = [];

beforeAll(async () => {
  test = await openCoreAccounts();
  client = new PipelinedClient({
    connectionString: parseDatabaseUrl(test.urls.tenant).toString(),
    pipeline: true,
  });
  await client.connect();
  stopHearing = aroundStatements((by, parts, send) => {
    if (by === client) sent.push(String(parts[0]));
    return send();
  });
});
afterAll(async () => {
  stopHearing();
  await client.end();
  await test.close();
});

const setting = (account: string) => `select set_config('app.account_id', '${account}', true)`;
const account = async () =>
  (await client.query("select current_setting('app.account_id', true) as account")).rows[0].account;

describe('PipelinedClient', () => {
  it('sends the beginning and the settings of a reading transaction with its first statement', async () => {
    sent.length = 0;
    await client.query('start transaction read only');
    await client.query(setting('acc_1'));
    expect(sent).toEqual([]);
    expect(await account()).toBe('acc_1');
    expect(sent[0]).toBe("start transaction read only; set local app.account_id = 'acc_1'");
    await client.query('commit');
    expect(await account()).toBe('');
    expect(sent).toHaveLength(4);
  });

  it('waits for the beginning of a writing transaction, and sends it in one go', async () => {
    sent.length = 0;
    await client.query('begin');
    await client.query(setting('acc_2'));
    expect(sent).toEqual(["begin; set local app.account_id = 'acc_2'"]);
    expect(client.getTransactionStatus()).toBe('T');
    expect(await account()).toBe('acc_2');
    await client.query('commit');
    expect(client.getTransactionStatus()).toBe('I');
  });

  it('writes only what looks like an id into a setting of its own', async () => {
    const told = async (text: string): Promise<string | undefined> => {
      sent.length = 0;
      await client.query('begin');
      await client.query(text);
      await client.query('rollback');
      return sent[0];
    };
    const both = "select set_config('app.account_id', 'acc_1', true), set_config('app.customer_id', '-', true)";
    expect(await told(both)).toBe("begin; set local app.account_id = 'acc_1'; set local app.customer_id = '-'");
    const odd = "select set_config('app.account_id', 'it''s', true), set_config('app.customer_id', '', true)";
    expect(await told(odd)).toBe(`begin; ${odd}`);
  });

  it('sends nothing for a transaction that does nothing', async () => {
    sent.length = 0;
    for (const end of ['commit', 'rollback']) {
      await client.query('begin');
      await client.query(end);
    }
    expect(sent).toEqual([]);
  });

  it('fails the first statement with the beginning', async () => {
    await client.query('start transaction read only');
    await client.query("select set_config('no_such_setting', 'x', true)");
    await expect(account()).rejects.toThrow('no_such_setting');
    await client.query('rollback');
    expect(await account()).toBe('');
  });

  it('refuses writes in a reading transaction, and leaves the connection usable', async () => {
    await client.query('start transaction read only');
    await client.query(setting(test.accounts.a));
    await expect(client.query('delete from core.numbering_sequence')).rejects.toMatchObject({ code: '25006' });
    await client.query('rollback');
    expect(client.getTransactionStatus()).toBe('I');
  });

  it('keeps what it is sent a second time, but not where a pooler gives each to another connection', async () => {
    const plannedBy = async (keepsPlans: boolean): Promise<number | null> => {
      const connectionString = parseDatabaseUrl(test.urls.tenant).toString();
      const own = new PipelinedClient({ connectionString, pipeline: true, keepsPlans });
      await own.connect();
      const asked = () => own.query('select $1::int as one', [1]);
      expect((await asked()).rows).toEqual([{ one: 1 }]);
      expect((await own.query('select from pg_prepared_statements')).rowCount).toBe(0);
      expect((await asked()).rows).toEqual([{ one: 1 }]);
      const { rowCount } = await own.query('select from pg_prepared_statements');
      await own.end();
      return rowCount;
    };
    expect([await plannedBy(true), await plannedBy(false)]).toEqual([1, 0]);
  });

  it('keeps many transactions on few connections apart, and lets them end before it closes', async () => {
    for (let round = 0; round < 3; round += 1) {
      const database = await Database.open(test.urls, [], { tenant: 3, auth: 2 });
      const ids = Array.from({ length: 60 }, (_, index) => (index % 2 ? test.accounts.a : test.accounts.b));
      const seen = Promise.all(
        ids.map((accountID, index) =>
          database.runAsTenant({ accountID, readOnly: index % 3 > 0 }, async (em) => {
            const [row = {}] = await em.execute<Record<string, string>[]>(
              "select current_setting('app.account_id') as account, (select count(*) from core.account) as accounts",
            );
            return `${row['account']} ${row['accounts']}`;
          }),
        ),
      );
      await database.close();
      expect(await seen).toEqual(ids.map((id) => `${id} 1`));
      await expect(database.runAsAuth({ accountID: '' }, async () => 1)).rejects.toThrow('closed');
    }
  });

  it('loses no place in the pool to connections that break in mid-transaction', async () => {
    const database = await Database.open(test.urls, [], { tenant: 2, auth: 2 });
    const scope = { accountID: test.accounts.a };
    const broken = Array.from({ length: 6 }, () =>
      database.runAsTenant(scope, (em) => em.execute('select pg_terminate_backend(pg_backend_pid())')),
    );
    expect((await Promise.allSettled(broken)).map(({ status }) => status)).not.toContain('fulfilled');
    const answers = Array.from({ length: 4 }, () => database.runAsTenant(scope, (em) => em.execute('select 1 as one')));
    expect(await Promise.all(answers)).toEqual(answers.map(() => [{ one: 1 }]));
    await database.close();
  });
});
