import { parseDatabaseUrl, withDatabase } from '@millwright/core/kernel';
import { Client } from 'pg';
import { expect, inject } from 'vitest';
import { acceptInvitationAs } from '../testing/accept-invitation.ts';
import { type CliWorkplace, openWorkplace } from '../testing/run-cli.ts';

/** A server of its own with one account, and a workplace that is signed in there. */
export interface ImportServer {
  place: CliWorkplace;
  url: string;
  /** Rows of every table of the domains, and of core's parties, addresses and search, by table. */
  rowCounts(): Promise<Record<string, number>>;
  stop(): Promise<void>;
}

/** Starts a server on a fresh database; `name` tells the databases of test files apart. */
export async function startImportServer(name: string): Promise<ImportServer> {
  const adminUrl = inject('postgresUrl');
  const database = `mw${name}_${process.pid}`;
  const query = async <Row extends object>(at: string, statement: string): Promise<Row[]> => {
    const client = new Client({ connectionString: parseDatabaseUrl(withDatabase(adminUrl, at)).toString() });
    await client.connect();
    const { rows } = await client.query<Row>(statement).finally(() => client.end());
    return rows;
  };
  await query('postgres', `create database "${database}"`);
  const place = openWorkplace({
    DATABASE_URL: withDatabase(adminUrl, database),
    MILLWRIGHT_SECRET: 'a secret that only tests of imports know',
  });
  const stop = async () => {
    await place.clear();
    await query('postgres', `drop database if exists "${database}" with (force)`);
  };
  try {
    const url = await place.startServer();
    const [email, password] = ['ada@acme.example', 'correct horse battery'];
    const made = (await place.run(['user', 'operator', email, '--name', 'Ada', '--json'])).json<{ link: string }>();
    const reset = await fetch(`${url}/api/auth/actions/reset-password`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token: new URL(made.link).searchParams.get('token'), password }),
    });
    expect(reset.status).toBe(200);
    const account = await place.run(['account', 'create', 'Acme', '--slug', 'acme', '--admin', email, '--json']);
    expect(account.exitCode, account.stderr).toBe(0);
    await acceptInvitationAs(url, { email, password }, account.json<{ link: string }>().link);
    const login = await place.run(['login', '--user', email, '--account', 'acme', '--json'], { input: password });
    expect(login.exitCode, login.stderr).toBe(0);
    const rowCounts = async () => {
      const tables = await query<{ name: string }>(
        database,
        `select format('%I.%I', schemaname, tablename) as name from pg_tables
          where schemaname in ('inventory', 'commerce') and tablename <> 'migration'
            or schemaname = 'core' and tablename in ('party', 'party_address', 'search_document') order by 1`,
      );
      const counts = await query<{ name: string; count: number }>(
        database,
        tables.map(({ name }) => `select '${name}' as name, count(*)::int as count from ${name}`).join(' union all '),
      );
      return Object.fromEntries(counts.map((each) => [each.name, each.count]));
    };
    return { place, url, rowCounts, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
