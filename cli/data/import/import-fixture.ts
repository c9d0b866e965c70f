import { join } from 'node:path';
import { parseDatabaseUrl } from '@millwright/core/kernel';
import {
  bootTestKernel,
  platformAudience,
  platformPlugins,
  type TestKernel,
  testPassword,
} from '@millwright/core/testing';
import { Client } from 'pg';
import { expect } from 'vitest';
import { createSite } from '../../../core/boot/site.ts';
import { listen, stopListening } from '../../../core/http/serve.ts';
import { root } from '../../installation/root.ts';
import { type CliWorkplace, openWorkplace } from '../../testing/workplace.ts';

/** A server in this process, and a workplace with the signed-in administrator of its account alpha. */
export interface ImportServer {
  place: CliWorkplace;
  url: string;
  kernel: TestKernel;
  /** Row counts of the domains' tables, and of core's parties, addresses and search entries. */
  rowCounts(): Promise<Record<string, number>>;
  stop(): Promise<void>;
}

/** Starts a server on an empty database. `providerNetworks`: internal networks that its accounts may name. */
export async function startImportServer({
  providerNetworks = [],
}: {
  providerNetworks?: readonly string[];
} = {}): Promise<ImportServer> {
  const kernel = await bootTestKernel({
    why: 'an installation that commands are called in',
    plugins: await platformPlugins(),
    audience: platformAudience(),
    providerNetworks,
    realTime: true,
  });
  await kernel.jobs();
  const site = createSite(kernel, { buildDir: join(root, '.build'), production: false });
  const listening = await listen((request, connection) => site.fetch(request, connection), {
    host: '127.0.0.1',
    port: 0,
    setting: 'PORT',
    wasSet: false,
  });
  const url = `http://127.0.0.1:${listening.port}`;
  kernel.setBaseURL(url);
  const place = openWorkplace({ DATABASE_URL: kernel.db.adminUrl });
  const login = ['login', '--url', url, '--user', 'admin@alpha.test', '--account', 'alpha', '--json'];
  const signedIn = await place.call(login, { input: testPassword });
  expect(signedIn.exitCode, signedIn.stderr).toBe(0);
  return {
    place,
    url,
    kernel,
    async rowCounts() {
      const client = new Client({ connectionString: parseDatabaseUrl(kernel.db.adminUrl).toString() });
      await client.connect();
      try {
        const { rows: tables } = await client.query<{ name: string }>(
          `select format('%I.%I', schemaname, tablename) as name from pg_tables
            where schemaname in ('inventory', 'commerce') and tablename <> 'migration'
              or schemaname = 'core' and tablename in ('party', 'party_address', 'search_document') order by 1`,
        );
        const { rows: counts } = await client.query<{ name: string; count: number }>(
          tables.map(({ name }) => `select '${name}' as name, count(*)::int as count from ${name}`).join(' union all '),
        );
        return Object.fromEntries(counts.map((each) => [each.name, each.count]));
      } finally {
        await client.end();
      }
    },
    async stop() {
      await place.clear();
      await stopListening(listening, 2_000);
      await kernel.stop();
    },
  };
}
