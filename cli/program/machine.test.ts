import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseDatabaseUrl, withDatabase } from '@millwright/core/kernel';
import { until } from '@millwright/core/testing';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import platform from '../../platform.config.ts';
import { checkConfiguration } from '../operations/doctor/check-machine.ts';
import { type CliWorkplace, openWorkplace } from '../testing/workplace.ts';

// Runs commands on a real database that is empty at first, and checks the output for people and scripts.
const database = `mwcli_${process.pid}`;
const copy = `${database}_copy`;
const secret = 'a secret that only tests of the CLI know';
const adminUrl = inject('postgresUrl');
const addressOf = (name: string): string => withDatabase(adminUrl, name);
let place: CliWorkplace;

async function asAdministrator<T>(name: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: parseDatabaseUrl(addressOf(name)).toString() });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

beforeAll(async () => {
  await asAdministrator('postgres', async (client) => {
    for (const name of [database, copy]) await client.query(`create database "${name}"`);
  });
  place = openWorkplace({ DATABASE_URL: addressOf(database), MILLWRIGHT_SECRET: secret }, { processes: 2 });
});
afterAll(async () => {
  await place.clear();
  await asAdministrator('postgres', async (client) => {
    for (const name of [database, copy]) await client.query(`drop database if exists "${name}" with (force)`);
  });
});

describe('help', () => {
  it('tells all commands, those of plugins too, and the exit codes', async () => {
    const { exitCode, stdout } = await place.call(['--help']);
    expect(exitCode).toBe(0);
    for (const name of ['start', 'doctor', 'restore', 'account', 'export', 'completion', 'Exit codes:'])
      expect(stdout).toContain(name);
    expect(platform.plugins.some(({ cli }) => cli)).toBe(true);
    expect(stdout).toContain('pallet-labels');
  });

  it('loads nothing heavy: no kernel, zod, React or Ink', async () => {
    const trace = join(place.folder, 'trace.mjs');
    writeFileSync(
      trace,
      "import { registerHooks } from 'node:module'; registerHooks({ load(url, context, next) { " +
        "process.stderr.write(url + '\\n'); return next(url, context); } });",
    );
    const { stderr } = await place.spawnSources(['--help'], { env: { NODE_OPTIONS: `--import ${trace}` } }).done;
    const root = pathToFileURL(join(import.meta.dirname, '../..')).href;
    const loaded = stderr
      .replaceAll(root, '')
      .split('\n')
      .filter((url) => /\/(zod|react|ink|pg|hono|@mikro-orm)\/|\/core\/(?!cli|boot\/registry\/platform)/.test(url));
    expect(stderr).toContain('/cli/program/program.ts');
    expect(loaded).toEqual([]);
  });

  it('suggests, and answers 2, where it does not understand', async () => {
    const { exitCode, stderr, stdout } = await place.call(['statsu']);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
    expect(stderr).toContain("unknown command 'statsu'");
    expect(stderr).toContain('Did you mean status?');
    expect((await place.call(['account', '--json'])).error()).toMatchObject({ code: 'usage', exitCode: 2 });
  });

  it('points to the help of the command that was not understood', async () => {
    const hint = async (...words: string[]) => (await place.call([...words, '--json'])).error().hint;
    expect(await hint('account', 'create')).toBe('See millwright account create --help');
    expect(await hint('account', 'creat')).toBe('See millwright account --help');
    expect(await hint('export', '--colour')).toBe('See millwright export --help');
    expect(await hint('restore', 'no-such-file')).toBe('See millwright restore --help');
    expect(await hint('nothing')).toBe('See millwright --help');
  });
});

describe('an installation', () => {
  it('that was never started does not run and is not healthy', async () => {
    const status = await place.call(['status', '--json']);
    expect(status.json()).toEqual({ isRunning: false, isReady: false });
    expect(status.exitCode).toBe(5);
    const doctor = await place.call(['doctor', '--json']);
    expect(doctor.json()).toMatchObject({
      isHealthy: false,
      findings: expect.arrayContaining([
        expect.objectContaining({
          check: 'database',
          level: 'fault',
          fix: expect.stringContaining('millwright migrate'),
        }),
      ]),
    });
    expect(doctor.exitCode).toBe(3);
  });

  it('is migrated once, and a dry run does nothing', async () => {
    const pending = (await place.call(['migrate', '--dry-run', '--json'])).json<
      { schema: string; pending: string[] }[]
    >();
    expect(pending.map(({ schema }) => schema)).toContain('core');
    const applied = (await place.call(['migrate', '--json'])).json<{ schema: string; applied: string[] }[]>();
    expect(applied.map(({ applied: names }) => names)).toEqual(pending.map(({ pending: names }) => names));
    const again = (await place.call(['migrate', '--json'])).json<{ applied: string[] }[]>();
    expect(again.flatMap(({ applied: names }) => names)).toEqual([]);
  });

  it('keeps to its secret, and gets another one by a command', async () => {
    const next = 'another secret that only tests of the CLI know';
    const under = (MILLWRIGHT_SECRET: string, MILLWRIGHT_FORMER_SECRET = '') => ({
      env: { MILLWRIGHT_SECRET, MILLWRIGHT_FORMER_SECRET },
    });
    const hint = expect.stringContaining('secret rotate');
    expect((await place.call(['migrate', '--json'], under(next))).error()).toMatchObject({
      code: 'other_secret',
      hint,
    });
    const doctor = await place.call(['doctor', '--json'], under(next));
    expect(doctor.json()).toMatchObject({ isHealthy: false, findings: [{ check: 'database', fix: hint }] });
    const rotate = ['secret', 'rotate', '--yes', '--json'];
    expect((await place.call(rotate, under(next))).error()).toMatchObject({ code: 'former_secret_missing' });
    expect((await place.call(rotate, under(next, 'a wrong guess of the former secret'))).error()).toMatchObject({
      code: 'other_secret',
    });
    const rotated = await place.call(rotate, under(next, secret));
    expect(rotated.json(), rotated.stderr).toMatchObject({ lost: false, emptied: 0 });
    expect((await place.call(['migrate', '--json'])).error()).toMatchObject({ code: 'other_secret' });
    expect((await place.call(['migrate', '--json'], under(next))).exitCode).toBe(0);
    const back = await place.call([...rotate, '--lost']);
    expect(back.json(), back.stderr).toMatchObject({ lost: true });
    expect((await place.call(['migrate', '--json'])).exitCode).toBe(0);
  });

  it('leaves no secret behind where the installation is another one', async () => {
    const elsewhere = mkdtempSync(join(tmpdir(), 'millwright-elsewhere-'));
    try {
      const env = { MILLWRIGHT_SECRET: '', MILLWRIGHT_DATA_DIR: elsewhere };
      const rotate = () => place.call(['secret', 'rotate', '--yes', '--json'], { env });
      expect((await rotate()).error()).toMatchObject({ code: 'former_secret_missing' });
      expect(readdirSync(elsewhere)).toEqual([]);
      writeFileSync(join(elsewhere, 'secret'), 'the secret of some other installation');
      expect((await rotate()).error()).toMatchObject({ code: 'other_secret' });
      expect(readdirSync(elsewhere)).toEqual(['secret']);
    } finally {
      rmSync(elsewhere, { recursive: true, force: true });
    }
  });

  it('says which settings are wrong', async () => {
    const doctor = await place.call(['doctor', '--json'], { env: { PORT: 'four', MILLWRIGHT_COLOUR: 'red' } });
    expect(doctor.exitCode).toBe(3);
    const { findings } = doctor.json<{ findings: { what: string }[] }>();
    expect(findings.map(({ what }) => what)).toEqual([
      'MILLWRIGHT_COLOUR is not a setting of Millwright',
      expect.stringContaining('PORT'),
    ]);
    expect((await place.call(['migrate', '--json'], { env: { PORT: 'four' } })).error()).toMatchObject({
      code: 'configuration',
    });
  });

  it('warns that strangers may register in production, unless that was decided', () => {
    const outputWith = (mode?: string) =>
      checkConfiguration({
        NODE_ENV: 'production',
        MILLWRIGHT_BASE_URL: 'https://orders.example',
        SMTP_URL: 'smtp://mail.example',
        MILLWRIGHT_SECRET: secret,
        ...(mode ? { MILLWRIGHT_REGISTRATION: mode } : {}),
      }).findings.filter(({ what }) => what.includes('register'));
    expect(outputWith()).toMatchObject([{ level: 'warning', fix: expect.stringContaining('MILLWRIGHT_REGISTRATION') }]);
    for (const mode of ['open', 'invited', 'closed']) expect(outputWith(mode)).toEqual([]);
  });

  it('gets an account with an administrator who is invited', async () => {
    const create = ['account', 'create', 'Acme Gloves', '--slug', 'acme', '--admin', 'ada@acme.example', '--json'];
    expect((await place.call([...create, '--dry-run'])).json()).toMatchObject({ admin: 'invited', dryRun: true });
    const created = await place.call(create);
    expect(created.json()).toMatchObject({
      slug: 'acme',
      admin: 'invited',
      link: expect.stringMatching(/\/invitation\?token=[\w-]{43}$/),
    });
    const again = await place.call(create);
    expect(again.exitCode).toBe(3);
    expect(again.error()).toMatchObject({ code: 'duplicate' });
    const wrong = await place.call([
      ...['account', 'create', ' ', '--slug', 'A B', '--currency', 'ZZZ', '--time-zone', 'Mars', '--json'],
    ]);
    expect(wrong.error().errors.map(({ path }) => path)).toEqual(['--slug', 'name', '--currency', '--time-zone']);
    const { items } = (await place.call(['account', 'list', '--json'])).json<{ items: object[] }>();
    expect(items).toEqual([
      expect.objectContaining({
        slug: 'acme',
        plugins: ['analytics', 'commerce', 'edi', 'inventory', 'production'],
        members: 0,
        plan: 'free',
      }),
    ]);
    await asAdministrator(database, async (client) => {
      const { rows } = await client.query("select email, status from core.member where email = 'ada@acme.example'");
      expect(rows).toEqual([{ email: 'ada@acme.example', status: 'invited' }]);
    });
  });

  it('switches plugins by the rules', async () => {
    const plugin = (...args: string[]) => place.call(['plugin', ...args, '--account', 'acme', '--json']);
    const refused = await plugin('disable', 'inventory');
    expect(refused.exitCode).toBe(3);
    expect(refused.error()).toMatchObject({ code: 'in_use', message: expect.stringContaining('"commerce"') });
    for (const id of ['analytics', 'edi']) expect((await plugin('disable', id)).exitCode).toBe(0);
    expect((await plugin('disable', 'commerce', '--dry-run')).exitCode).toBe(0);
    expect((await plugin('disable', 'commerce')).json()).toMatchObject({ isEnabled: false });
    expect((await plugin('disable', 'production')).json()).toMatchObject({ isEnabled: false });
    expect((await plugin('disable', 'inventory')).exitCode).toBe(0);
    expect((await plugin('enable', 'commerce')).error()).toMatchObject({ code: 'conflict' });
    expect((await plugin('enable', 'acme-pallet-labels')).error()).toMatchObject({ code: 'not_found' });
    await plugin('enable', 'inventory');
    await plugin('enable', 'commerce');
    await plugin('enable', 'production');
    for (const id of ['analytics', 'edi']) await plugin('enable', id);
    const { items } = (await plugin('list')).json<{
      items: { id: string; isEnabled: boolean; isAvailable: boolean }[];
    }>();
    expect(items.map(({ id, isEnabled, isAvailable }) => [id, isEnabled, isAvailable])).toEqual(
      expect.arrayContaining([
        ['inventory', true, true],
        ['commerce', true, true],
        ['acme-pallet-labels', false, false],
      ]),
    );
  });

  it('has operators by its command line alone', async () => {
    const user = (...args: string[]) => place.call(['user', ...args, '--json']);
    expect((await user('operator', 'olaf')).error()).toMatchObject({ code: 'not_found' });
    const made = await user('operator', 'olaf@acme.example', '--name', 'Olaf');
    expect(made.json()).toMatchObject({
      isNew: true,
      isOperator: true,
      link: expect.stringContaining('/auth/password-reset?token='),
    });
    expect((await user('operator', 'olaf@acme.example', '--off')).json()).toMatchObject({
      isNew: false,
      isChanged: true,
    });
    expect((await user('create', 'olaf@acme.example')).error()).toMatchObject({ code: 'duplicate' });
    expect((await user('create', 'uma@acme.example', '--name', 'Uma')).json()).toMatchObject({
      link: expect.stringContaining('/auth/password-reset?token='),
    });
    expect((await user('reset-password', 'nobody@acme.example')).exitCode).toBe(3);
    const again = await user('invite', 'ada@acme.example', '--account', 'acme', '--role', 'admin');
    expect(again.json()).toMatchObject({ link: expect.stringContaining('/invitation?token=') });
  });
});

describe('doctor', () => {
  const findings = async () => {
    const run = await place.call(['doctor', '--json']);
    return {
      exitCode: run.exitCode,
      ...run.json<{ findings: { check: string; what: string; account?: string; fix: string }[] }>(),
    };
  };

  it('finds what is broken in catalogue, plugins, numbers and records, each with what to do', async () => {
    await asAdministrator(database, async (client) => {
      await client.query('alter table core.party no force row level security');
      await client.query("update core.account_plugin set is_enabled = false where plugin_id = 'inventory'");
      await client.query("update core.numbering_sequence set next = next + 2 where kind = 'customer'");
      await client.query("delete from core.member where email = 'ada@acme.example'");
    });
    const broken = await findings();
    expect(broken.exitCode).toBe(3);
    expect(broken.findings.map(({ check }) => check)).toEqual(
      expect.arrayContaining(['catalogue', 'plugins', 'numbering', 'invariants']),
    );
    expect(broken.findings.map(({ what }) => what).join('\n')).toMatch(
      /core\.party.*\n[\s\S]*customer-numbers-without-gaps/,
    );
    for (const { fix } of broken.findings) expect(fix).not.toBe('');
    await asAdministrator(database, async (client) => {
      await client.query('alter table core.party force row level security');
      await client.query("update core.account_plugin set is_enabled = true where plugin_id = 'inventory'");
      await client.query("update core.numbering_sequence set next = next - 2 where kind = 'customer'");
    });
    await place.call(['user', 'invite', 'ada@acme.example', '--account', 'acme', '--role', 'admin']);
    expect(await findings()).toMatchObject({ exitCode: 0, findings: [] });
  });

  it('finds a role above row-level security before anything else', async () => {
    const role = `mw_${database}_rt`;
    await asAdministrator(database, (client) => client.query(`alter role "${role}" bypassrls`));
    // Opening the installation would repair the roles, so the doctor of a running installation is used: it does not
    // create roles.
    const names = { migrate: 'migrate', tenant: 'rt', auth: 'auth', job: 'job' };
    const roles = Object.fromEntries(Object.entries(names).map(([key, name]) => [key, `mw_${database}_${name}`]));
    const doctor = await place.call(['doctor', '--json'], {
      env: { MILLWRIGHT_DATABASE_ROLES: JSON.stringify(roles) },
    });
    expect(doctor.exitCode).toBe(3);
    expect(doctor.json()).toMatchObject({
      findings: [{ level: 'fault', what: expect.stringMatching(new RegExp(`${role}"? .*row-level security`)) }],
    });
  });
});

describe('backup and restore', () => {
  const file = (): string => join(place.folder, 'all.tar.gz');
  const elsewhere = () => ({ DATABASE_URL: addressOf(copy), MILLWRIGHT_DATA_DIR: join(place.folder, 'copy') });
  const contents = (name: string) =>
    asAdministrator(name, async (client) => {
      const { rows: tables } = await client.query<{ name: string }>(
        `select format('%I.%I', schemaname, tablename) as name from pg_tables
         where schemaname not in ('pg_catalog', 'information_schema') order by 1`,
      );
      const sums: Record<string, unknown> = {};
      for (const { name: table } of tables)
        sums[table] = (
          await client.query(
            `select count(*)::int as rows, md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as sum
              from ${table} t`,
          )
        ).rows[0];
      // The times of migrations and of the queue's declaration differ between databases.
      const ofItsOwn = /\.schema_migration$|^queue\.(version|queue)$/;
      return Object.fromEntries(Object.entries(sums).filter(([table]) => !ofItsOwn.test(table)));
    });

  it('brings every row to an empty database, and the same again says no', async () => {
    const before = await contents(database);
    const made = await place.call(['backup', file(), '--json']);
    expect(made.exitCode, made.stderr).toBe(0);
    expect(statSync(file()).mode & 0o777).toBe(0o600);
    expect((await place.call(['backup', file(), '--json'])).error()).toMatchObject({ code: 'file_exists' });
    const dry = await place.call(['restore', file(), '--dry-run', '--json'], { env: elsewhere() });
    expect(dry.json(), dry.stderr).toMatchObject({
      dryRun: true,
      replaced: 0,
      rows: made.json<{ rows: number }>().rows,
    });
    const warnings: Error[] = [];
    const warn = (warning: Error) => warnings.push(warning);
    process.on('warning', warn);
    const restored = await place.call(['restore', file(), '--json'], { env: elsewhere() });
    process.off('warning', warn);
    expect(restored.json(), restored.stderr).toMatchObject({ rows: made.json<{ rows: number }>().rows, applied: [] });
    expect(warnings).toEqual([]);
    expect(await contents(copy)).toEqual(before);
    expect((await place.call(['doctor', '--json'], { env: elsewhere() })).json()).toMatchObject({ isHealthy: true });
    const again = await place.call(['restore', file(), '--json'], { env: elsewhere() });
    expect(again.exitCode).toBe(3);
    expect(again.error()).toMatchObject({ code: 'database_not_empty', hint: expect.stringContaining('--force') });
  });

  it('replaces only when it is told to twice, and a failure leaves what was there', async () => {
    await asAdministrator(copy, (client) => client.query("update core.account set name = 'Changed since'"));
    const forced = ['restore', file(), '--force', '--json'];
    const unanswered = await place.call(['restore', file(), '--force'], { env: elsewhere() });
    expect(unanswered.exitCode).toBe(2);
    expect(unanswered.stderr).toContain('--yes');
    await asAdministrator(copy, (client) =>
      client.query("alter table core.account add check (name <> 'Acme Gloves') not valid"),
    );
    const failed = await place.call([...forced, '--yes'], { env: elsewhere() });
    expect(failed.exitCode).toBe(1);
    const names = () =>
      asAdministrator(copy, async (client) =>
        (await client.query<{ name: string }>('select name from core.account')).rows.map(({ name }) => name),
      );
    expect(await names()).toEqual(['Changed since']);
    await asAdministrator(copy, (client) =>
      client.query('alter table core.account drop constraint account_name_check'),
    );
    expect((await place.call([...forced, '--yes'], { env: elsewhere() })).exitCode).toBe(0);
    expect(await names()).toEqual(['Acme Gloves']);
  });

  it('refuses a damaged file, and a database that is in use', async () => {
    const damaged = join(place.folder, 'damaged.tar.gz');
    writeFileSync(damaged, readFileSync(file()).subarray(0, 5_000));
    expect((await place.call(['restore', damaged, '--json'], { env: elsewhere() })).error()).toMatchObject({
      code: 'backup_unreadable',
    });
    expect((await place.call(['restore', join(place.folder, 'none'), '--json'], { env: elsewhere() })).exitCode).toBe(
      2,
    );
    await asAdministrator(copy, async () => {
      const busy = await place.call(['restore', file(), '--force', '--yes', '--json'], { env: elsewhere() });
      expect(busy.error()).toMatchObject({ code: 'database_in_use', hint: expect.stringContaining('millwright stop') });
    });
    expect((await place.call(['backup', join(place.folder, 'no/such/folder'), '--json'])).error()).toMatchObject({
      code: 'file_failed',
    });
  });

  it('leaves nothing behind when it is interrupted', async () => {
    const path = join(place.folder, 'interrupted.tar.gz');
    await asAdministrator(database, async (client) => {
      // This lock makes the backup wait in the middle of its work.
      await client.query('begin');
      await client.query('lock table inventory.item in access exclusive mode');
      const run = place.spawn(['backup', path, '--json']);
      const isWriting = () =>
        readdirSync(place.folder).some((name) => name.startsWith('interrupted.tar.gz.unfinished'));
      await until('Writing', () => isWriting() || run.process.exitCode !== null);
      run.process.kill('SIGINT');
      const { exitCode, stdout, error } = await run.done;
      expect({ exitCode, stdout }).toEqual({ exitCode: 130, stdout: '' });
      expect(error()).toMatchObject({ code: 'interrupted' });
      await client.query('rollback');
    });
    expect(existsSync(path)).toBe(false);
    expect(readdirSync(place.folder).filter((name) => name.startsWith('interrupted'))).toEqual([]);
  });
});
