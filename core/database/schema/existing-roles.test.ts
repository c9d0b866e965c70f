import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bootKernel } from '../../boot/boot.ts';
import { migrateInstallation, registryOf } from '../../boot/installation.ts';
import { nextNumber } from '../../numbering/numbering.ts';
import { runInAccount } from '../../tenancy/accounts/account-transaction.ts';
import { createAccount } from '../../tenancy/accounts/create-account.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../embedded/embedded-postgres.ts';
import { groupRoles } from '../tenant-entity.ts';
import { lintCatalogue } from './catalogue-lint.ts';
import { prepareExistingRoles } from './existing-roles.ts';
import { installRoles, parseDatabaseUrl, withDatabase } from './roles.ts';

const secret = 'a secret that only tests know, 32 characters';
const database = 'company';
const roles = {
  migrate: { user: 'erp deploy', password: "pass'word: one" },
  tenant: { user: 'erp_run', password: 'two' },
  auth: { user: 'erp_auth', password: 'three' },
  job: { user: 'erp_job', password: 'four' },
};

let folder: string;
let server: EmbeddedPostgres;
let admin: Client;

// A separate server: it has only the roles that this company's administrator made, and none of other tests.
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'mw-roles-'));
  chmodSync(folder, 0o755);
  server = await startEmbeddedPostgres({
    dataDir: folder,
    settings: { fsync: 'off', shared_buffers: '32MB', logging_collector: 'off' },
  });
  admin = new Client({ connectionString: parseDatabaseUrl(server.url).toString() });
  await admin.connect();
  await admin.query(`create database ${database}`);
  await admin.query(`revoke all on database ${database} from public`);
  for (const { user, password } of Object.values(roles)) {
    await admin.query(`create role "${user}" login nocreaterole password '${password.replaceAll("'", "''")}'`);
    await admin.query(`grant connect on database ${database} to "${user}"`);
  }
});
afterAll(async () => {
  await admin.end();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

const prepare = () => prepareExistingRoles({ url: withDatabase(server.url, database), database, secret, roles });

const refusal = async (): Promise<string> => {
  try {
    await prepare();
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('It was accepted');
};

/** The statements that fix the faults, which follow the colons. */
const remedies = (message: string): string[] =>
  message
    .split('\n')
    .slice(1)
    .map((line) => line.slice(line.indexOf(': ') + 2));

const mended =
  'says everything that is missing with the statements that mend it, which do; ' +
  'then the installation lives without an administrator';
test(mended, async () => {
  await admin.query(
    'create role millwright_auth nologin; grant millwright_auth to erp_run; alter role erp_job bypassrls',
  );
  for (let round = 1; ; round += 1) {
    expect(round).toBeLessThan(6);
    const message = await refusal().catch(() => '');
    if (!message) break;
    if (round === 1) {
      expect(message).toContain('create role millwright_owner nologin');
      expect(message).toContain('revoke millwright_auth from "erp_run"');
      expect(message).toContain('alter role "erp_job" nosuperuser nobypassrls');
    }
    for (const statement of remedies(message)) await admin.query(statement);
  }

  const urls = await prepare();
  const { rows } = await admin.query(
    `select rolname from pg_roles
      where rolname like 'erp%' and (rolcreaterole or rolsuper or rolcreatedb or rolbypassrls)`,
  );
  expect(rows).toEqual([]);
  // Twice, because the second start finds everything in place.
  await migrateInstallation(urls, []);
  await prepare();
  await migrateInstallation(urls, []);

  const inDatabase = new Client({ connectionString: withDatabase(server.url, database) });
  await inDatabase.connect();
  try {
    expect(
      await lintCatalogue(
        inDatabase,
        registryOf([])
          .schemaOwners()
          .map(({ schema }) => schema),
      ),
    ).toEqual([]);
  } finally {
    await inDatabase.end();
  }

  const kernel = await bootKernel({
    plugins: [],
    urls,
    secret,
    environment: 'test',
    log: pino({ level: 'silent' }),
    baseURL: 'http://millwright.test',
  });
  try {
    const { id: accountID } = await createAccount(kernel.tenancy, { name: 'Company' });
    const number = await runInAccount(kernel.tenancy, { accountID, identity: { type: 'system' } }, (ctx) =>
      nextNumber(ctx, 'order'),
    );
    expect(number).toBe('1000');
    const jobs = await kernel.startJobs();
    await jobs.runNow('core.prune-events');
    await jobs.runNow('core.prune-idempotency-keys');
    await jobs.idle();
    expect((await jobs.deadLetters()).reduce((sum, { count }) => sum + count, 0)).toBe(0);
  } finally {
    await kernel.close();
  }
});

test('an administrator who is no superuser starts the installation again and again', async () => {
  await admin.query("create role managed login createrole createdb nosuperuser password 'managed'");
  const address = new URL(withDatabase(server.url, 'postgres'));
  [address.username, address.password] = ['managed', 'managed'];
  const install = () => installRoles({ adminUrl: address.toString(), database: 'hosted', secret });
  // Group roles belong to the whole server; here an administrator has already created them.
  for (const group of Object.values(groupRoles)) await admin.query(`grant ${group} to managed with admin option`);
  const urls = await install();
  await migrateInstallation(urls, []);
  const client = new Client({ connectionString: withDatabase(server.url, 'hosted') });
  await client.connect();
  try {
    const rights = async () =>
      (
        await client.query(
          `select oid::regclass::text as oid, xmin::text, relacl::text from pg_class
           where relnamespace = 'core'::regnamespace order by 1`,
        )
      ).rows;
    const before = await rights();
    expect(await install()).toEqual(urls);
    await migrateInstallation(urls, []);
    // Running processes keep their rights: none was revoked and granted again.
    expect(await rights()).toEqual(before);
    await client.query(
      'revoke select on core.account from millwright_tenant; grant delete on core.account to millwright_job',
    );
    await migrateInstallation(urls, []);
    const acl = (rows: { oid: number; relacl: string }[]) =>
      rows.map(({ oid, relacl }) => [oid, relacl?.split(',').sort()]);
    expect(acl(await rights())).toEqual(acl(before));
    await admin.query('alter role mw_hosted_rt bypassrls');
    await expect(install()).rejects.toThrow('Run as a superuser: alter role "mw_hosted_rt" nobypassrls');
    await admin.query('alter role mw_hosted_rt nobypassrls');
  } finally {
    await client.end();
  }
});

test('gives every session the settings that the installation relies on', async () => {
  const urls = await prepare();
  for (const [role, settings] of [
    ['tenant', { search_path: 'pg_catalog', statement_timeout: '15s', lock_timeout: '3s' }],
    ['job', { search_path: 'pg_catalog', idle_in_transaction_session_timeout: '30s' }],
    ['migrate', { search_path: 'pg_catalog', role: 'millwright_owner' }],
  ] as const) {
    const client = new Client({ connectionString: urls[role] });
    await client.connect();
    try {
      for (const [name, value] of Object.entries(settings))
        expect((await client.query('select current_setting($1) as value', [name])).rows[0].value, role).toBe(value);
    } finally {
      await client.end();
    }
  }
});

test('names the role that cannot connect', async () => {
  const wrong = { ...roles, auth: { user: 'erp_auth', password: 'wrong' } };
  await expect(
    prepareExistingRoles({ url: withDatabase(server.url, database), database, secret, roles: wrong }),
  ).rejects.toThrow('the role "erp_auth" (auth) cannot connect to "company"');
});
