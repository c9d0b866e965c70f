import { parseDatabaseUrl, withDatabase } from '@millwright/core/kernel';
import { Client } from 'pg';
import { expect, inject } from 'vitest';
import { type CliWorkplace, openWorkplace } from '../testing/run-cli.ts';

/** A server of its own with one account, and a workplace that is signed in there. */
export interface ImportServer {
  place: CliWorkplace;
  url: string;
  stop(): Promise<void>;
}

/** Starts a server on a fresh database; `name` tells the databases of test files apart. */
export async function startImportServer(name: string): Promise<ImportServer> {
  const adminUrl = inject('postgresUrl');
  const database = `mw${name}_${process.pid}`;
  const asAdministrator = async (statement: string): Promise<void> => {
    const client = new Client({ connectionString: parseDatabaseUrl(withDatabase(adminUrl, 'postgres')).toString() });
    await client.connect();
    await client.query(statement).finally(() => client.end());
  };
  await asAdministrator(`create database "${database}"`);
  const place = openWorkplace({
    DATABASE_URL: withDatabase(adminUrl, database),
    MILLWRIGHT_SECRET: 'a secret that only tests of imports know',
  });
  const stop = async () => {
    await place.clear();
    await asAdministrator(`drop database if exists "${database}" with (force)`);
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
    const login = await place.run(['login', '--user', email, '--account', 'acme', '--json'], { input: password });
    expect(login.exitCode, login.stderr).toBe(0);
    return { place, url, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
