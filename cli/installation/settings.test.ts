import { chmodSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withDatabase } from '@millwright/core/kernel';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type CliWorkplace, openWorkplace } from '../testing/workplace.ts';
import { refuseOldPostgres } from './installation.ts';
import { parseSettings, withSettings } from './settings-file.ts';

const database = `mwcli_${process.pid}_settings`;
const adminUrl = inject('postgresUrl');
const secret = 'a secret that only tests of settings know';
let place: CliWorkplace;
let settings: string;

/** The database of another program, and one that is missing. */
const [foreign, missing] = [`${database}_foreign`, `${database}_missing`];

const onServer = async <Row extends object>(statement: string): Promise<Row[]> => {
  const client = new Client({ connectionString: withDatabase(adminUrl, 'postgres') });
  await client.connect();
  return (await client.query<Row>(statement).finally(() => client.end())).rows;
};

beforeAll(async () => {
  for (const name of [database, foreign]) await onServer(`create database "${name}"`);
  place = openWorkplace({ SMTP_URL: 'none', MILLWRIGHT_BASE_URL: 'https://orders.example.com' });
  delete place.env['MILLWRIGHT_DATA_DIR'];
  settings = join(place.folder, 'millwright.env');
  writeFileSync(
    settings,
    `# of the service\nDATABASE_URL=${withDatabase(adminUrl, database)}\nMILLWRIGHT_SECRET="${secret}"\n`,
  );
});
afterAll(async () => {
  await place.clear();
  for (const name of [database, foreign, missing]) await onServer(`drop database if exists "${name}" with (force)`);
});

describe('a file of settings', () => {
  it('is read as systemd reads it', () => {
    const text = [
      '# MILLWRIGHT_DEMO=1',
      '; HOST=x',
      'SMTP_URL=smtps://user:pass#word@mail.example.com',
      ' HOST = x',
      `MILLWRIGHT_SECRET='a "b" \\c'`,
      'MILLWRIGHT_BASE_URL="https://a.example/\\"x\\""',
      'PORT=40\\',
      '00',
      'nonsense',
    ];
    expect(Object.fromEntries(parseSettings(text.join('\n')))).toEqual({
      SMTP_URL: 'smtps://user:pass#word@mail.example.com',
      MILLWRIGHT_SECRET: 'a "b" \\c',
      MILLWRIGHT_BASE_URL: 'https://a.example/"x"',
      PORT: '4000',
    });
  });

  it('counts for what the shell does not say, and the shell says which installation', () => {
    const pathOf = (file: string) => file;
    const known = withSettings({ MILLWRIGHT_ENV_FILE: settings, PORT: '5000' }, pathOf);
    expect(known.env).toMatchObject({ NODE_ENV: 'production', MILLWRIGHT_SECRET: secret, PORT: '5000' });
    expect(known.env['DATABASE_URL']).toContain(database);
    for (const own of [{ MILLWRIGHT_DATA_DIR: '/elsewhere' }, { DATABASE_URL: '' }]) {
      const { env } = withSettings({ MILLWRIGHT_ENV_FILE: settings, ...own }, pathOf);
      expect(env['DATABASE_URL'] ?? '', JSON.stringify(own)).toBe('');
      expect(env['MILLWRIGHT_SECRET']).toBe(secret);
    }
    expect(withSettings({ MILLWRIGHT_ENV_FILE: '' }, pathOf)).toMatchObject({ file: undefined, env: {} });
    expect(() => withSettings({}, pathOf, '/no/such/file')).toThrow('There is no file /no/such/file with settings');
    expect(() => withSettings({}, pathOf, place.folder)).toThrow('is a folder, no file with settings');
  });

  it.skipIf(process.getuid?.() === 0)('that may not be read is named', () => {
    const closed = join(place.folder, 'closed.env');
    writeFileSync(closed, '');
    chmodSync(closed, 0);
    expect(() => withSettings({}, (file) => file, closed)).toThrow('You may not read the settings');
  });
});

describe('commands in a shell', () => {
  it('make no database of their own: an empty backup is refused, and no cluster appears', async () => {
    const dataDir = join(place.folder, 'nothing');
    const absent = { env: { MILLWRIGHT_DATA_DIR: dataDir } };
    const archive = join(place.folder, 'empty.tar.gz');
    for (const args of [
      ['backup', archive],
      ['account', 'create', 'Nobody'],
      ['account', 'list'],
      ['backup', archive, '--dry-run'],
    ]) {
      const result = await place.call([...args, '--json'], absent);
      expect(result.error()).toMatchObject({
        exitCode: 3,
        code: 'no_database',
        hint: expect.stringContaining('Run migrate first'),
      });
    }
    expect([existsSync(dataDir), existsSync(archive)]).toEqual([false, false]);
  });

  it('know the settings of the service, say whose database it is, and want it migrated first', async () => {
    const named = ['--env', settings];
    const archive = join(place.folder, 'before.tar.gz');
    const result = await place.call(['backup', archive, ...named]);
    expect(result.stderr).toContain(`Settings: ${settings}\nInstallation: database ${database} at `);
    expect(result).toMatchObject({ exitCode: 3, stderr: expect.stringContaining('no tables of Millwright') });
    for (const args of [
      ['account', 'create', 'Too Early'],
      ['account', 'list'],
      ['backup', archive],
    ])
      expect((await place.call([...args, ...named, '--json'])).error(), args[0]).toMatchObject({
        code: 'not_migrated',
        hint: expect.stringContaining('migrate first'),
      });
    expect((await place.call(['migrate', ...named])).exitCode).toBe(0);
    expect((await place.call(['backup', archive, ...named])).exitCode).toBe(0);
    const { hint } = (await place.call(['account', 'create', 'X', '--env', 'no-such-file', '--json'])).error();
    expect(hint).toBe('See millwright account create --help');
  });

  it('leave the database of another program as it is', async () => {
    const roles = () => onServer(`select rolname from pg_roles where rolname like 'mw_${foreign}_%'`);
    const access = () => onServer(`select datacl::text from pg_database where datname = '${foreign}'`);
    const before = await access();
    const env = { DATABASE_URL: withDatabase(adminUrl, foreign), MILLWRIGHT_DATA_DIR: join(place.folder, 'foreign') };
    for (const args of [
      ['backup', 'x.tar.gz'],
      ['account', 'list'],
      ['jobs', 'list'],
    ])
      expect((await place.call([...args, '--json'], { env })).error(), args[0]).toMatchObject({ code: 'not_migrated' });
    expect((await place.call(['migrate', '--dry-run', '--json'], { env })).exitCode).toBe(0);
    expect([await roles(), await access(), existsSync(env.MILLWRIGHT_DATA_DIR)]).toEqual([[], before, false]);
  });

  it('make a database only where they are meant to, and none in a trial', async () => {
    const env = { MILLWRIGHT_DATA_DIR: join(place.folder, 'trial') };
    const external = { ...env, DATABASE_URL: withDatabase(adminUrl, missing) };
    const archive = join(place.folder, 'of-all.tar.gz');
    expect((await place.call(['backup', archive, '--env', settings])).exitCode).toBe(0);
    const isThere = async () =>
      (await onServer(`select from pg_database where datname = '${missing}'`)).length > 0 ||
      existsSync(env.MILLWRIGHT_DATA_DIR);
    for (const each of [env, external]) {
      const pending = await place.call(['migrate', '--dry-run', '--json'], { env: each });
      expect(pending.json<{ schema: string; pending: string[] }[]>()[0]?.pending, pending.stderr).not.toEqual([]);
      const tried = await place.call(['restore', archive, '--dry-run', '--json'], { env: each });
      expect(tried.json(), tried.stderr).toMatchObject({ dryRun: true, replaced: 0 });
      expect(await isThere()).toBe(false);
    }
    const made = await place.call(['migrate', '--json'], { env: external });
    expect([made.exitCode, await isThere()], made.stderr).toEqual([0, true]);
  });

  it('print a service whose nightly backup may make its folder, and which names its settings', async () => {
    const { stdout } = await place.call(['service', 'print', '--user', 'mill', '--settings', '/etc/other.env']);
    expect(stdout).toContain('ExecStartPre=+/usr/bin/install -d -m 700 -o mill /var/backups/millwright');
    expect(stdout.match(/^EnvironmentFile=\/etc\/other\.env$/gm)).toHaveLength(2);
    expect(stdout.match(/^Environment=MILLWRIGHT_ENV_FILE=\/etc\/other\.env$/gm)).toHaveLength(2);
  });

  it('refuse a PostgreSQL that is too old in one sentence', () => {
    expect(() => refuseOldPostgres(150_018)).toThrow('The server is PostgreSQL 15; Millwright needs 16 or newer');
    for (const version of [160_014, 170_010, 180_004]) expect(() => refuseOldPostgres(version)).not.toThrow();
  });
});

it('a database on many nodes does not start yet', async () => {
  const { exitCode, stderr } = await place.call(['migrate', '--env', settings], {
    env: { MILLWRIGHT_DISTRIBUTED: '1' },
  });
  expect({ exitCode, stderr }).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining('MILLWRIGHT_DISTRIBUTED: Not usable yet: a customer would read what is not theirs'),
  });
  const named = ['--env', settings];
  expect((await place.call(['distribute', ...named])).stderr).toContain('Not usable yet');
  expect((await place.call(['distribute', '--dry-run', ...named])).stdout).toMatch(/^-- Not usable yet/);
});
