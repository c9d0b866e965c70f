import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestDatabase } from '@millwright/core/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { acceptInvitationAs } from '../../testing/accept-invitation.ts';
import { installedDatabase } from '../../testing/installed-database.ts';
import { type CliWorkplace, openWorkplace } from '../../testing/workplace.ts';

// A real server in a process of its own, and commands of a person who uses it remotely.
const email = 'ada@acme.example';
const password = 'correct horse battery';
let database: TestDatabase;
let place: CliWorkplace;
let url: string;

const profiles = () => JSON.parse(readFileSync(join(place.folder, 'config/millwright/profiles.json'), 'utf8'));

beforeAll(async () => {
  database = await installedDatabase();
  place = openWorkplace(
    { DATABASE_URL: database.adminUrl, MILLWRIGHT_SECRET: 'a secret that only tests of the CLI know' },
    { processes: 3 },
  );
  url = await place.startServer();
  // The first administrator's way: a user is created by the command line, the password set by the link, and accounts
  // joined by invitation.
  const made = (await place.call(['user', 'operator', email, '--name', 'Ada', '--json'])).json<{ link: string }>();
  expect(made.link).toContain(url);
  const token = new URL(made.link).searchParams.get('token');
  const reset = await fetch(`${url}/api/auth/actions/reset-password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token, password }),
  });
  expect(reset.status).toBe(200);
  for (const slug of ['acme', 'bolt']) {
    const created = await place.call(['account', 'create', slug, '--slug', slug, '--admin', email, '--json']);
    const account = created.json<{ link: string }>();
    expect(account).toMatchObject({ slug, admin: 'invited' });
    await acceptInvitationAs(url, { email, password }, account.link);
  }
  // Plugins that depend on it are disabled first.
  for (const plugin of ['analytics', 'edi', 'commerce'])
    expect((await place.call(['plugin', 'disable', plugin, '--account', 'bolt'])).exitCode).toBe(0);
});
afterAll(async () => {
  await place?.clear();
  await database?.drop();
});

describe('a running server', () => {
  it('is found and ready', async () => {
    const { exitCode, json } = await place.call(['status', '--json']);
    expect(json()).toMatchObject({ isRunning: true, isReady: true, url, metrics: { dead_letters: 0 } });
    expect(exitCode).toBe(0);
  });
});

describe('signing in', () => {
  it('is needed first', async () => {
    const { exitCode, error } = await place.call(['me', '--json']);
    expect(exitCode).toBe(4);
    expect(error()).toMatchObject({ code: 'not_signed_in', hint: expect.stringContaining('millwright login') });
  });

  it('refuses a wrong password and an address where nobody answers, and keeps nothing', async () => {
    const wrong = await place.call(['login', '--user', email, '--json'], { input: 'wrong\n' });
    expect(wrong.exitCode).toBe(4);
    expect(wrong.error()).toMatchObject({ code: 'wrong_credentials' });
    const nowhere = await place.call(['login', '--url', 'http://127.0.0.1:1', '--user', email, '--json'], {
      input: password,
    });
    expect(nowhere.exitCode).toBe(5);
    expect((await place.call(['login', '--user', email, '--json'])).exitCode).toBe(2);
    expect(
      (await place.call(['login', '--user', email, '--account', 'other', '--json'], { input: password })).exitCode,
    ).toBe(3);
    expect(existsSync(join(place.folder, 'config'))).toBe(false);
  });

  it('keeps a session in a file for the person alone, and says who and where', async () => {
    const login = await place.call(['login', '--user', email, '--account', 'acme', '--json'], {
      input: `${password}\n`,
    });
    expect(login.json(), login.stderr).toMatchObject({ profile: 'default', url, account: { slug: 'acme' } });
    expect(statSync(join(place.folder, 'config/millwright/profiles.json')).mode & 0o777).toBe(0o600);
    expect(login.stdout + login.stderr + JSON.stringify(profiles())).not.toContain(password);
    expect((await place.call(['me', '--json'])).json()).toMatchObject({
      account: { slug: 'acme' },
      permissions: expect.arrayContaining(['customers:read']),
      plugins: expect.arrayContaining([expect.objectContaining({ id: 'commerce' })]),
    });
    expect((await place.call(['me', '--account', 'bolt', '--json'])).json()).toMatchObject({
      account: { slug: 'bolt' },
    });
    const foreign = await place.call(['me', '--account', 'other', '--json']);
    expect(foreign.exitCode).toBe(4);
    expect(foreign.error()).toMatchObject({ code: 'account_required', hint: expect.stringContaining('acme, bolt') });
  });

  it('renews a session that has run out, and of two at once none is signed out', async () => {
    const withoutAccess = () => {
      const file = profiles();
      delete file.profiles.default.credentials.cookies.at;
      writeFileSync(join(place.folder, 'config/millwright/profiles.json'), JSON.stringify(file));
    };
    const before = profiles().profiles.default.credentials.cookies.rt;
    withoutAccess();
    expect((await place.call(['me', '--json'])).exitCode).toBe(0);
    expect(profiles().profiles.default.credentials.cookies).toMatchObject({
      at: expect.any(String),
      rt: expect.any(String),
    });
    expect(profiles().profiles.default.credentials.cookies.rt).not.toBe(before);
    withoutAccess();
    const both = await Promise.all([place.spawn(['me', '--json']).done, place.call(['me', '--json'])]);
    expect(
      both.map(({ exitCode }) => exitCode),
      both.map(({ stderr }) => stderr).join(),
    ).toEqual([0, 0]);
  });
});

describe('export', () => {
  it('knows the lists of the account, and no others', async () => {
    const names = async (account: string) =>
      (await place.call(['export', '--account', account, '--json']))
        .json<{ items: { name: string }[] }>()
        .items.map(({ name }) => name);
    expect(await names('acme')).toEqual(expect.arrayContaining(['customers', 'sales-orders', 'roles', 'units']));
    expect(await names('bolt')).toEqual(expect.arrayContaining(['roles', 'units']));
    expect(await names('bolt')).not.toContain('customers');
  });

  it('writes every row, as CSV or JSON, into a file or a pipe', async () => {
    const csv = await place.call(['export', 'roles', '--columns', 'name,type', '--filter', 'sortBy=name']);
    expect(csv.stdout.replace('\uFEFF', '').trim().split('\r\n')[0]).toBe('name,type');
    const path = join(place.folder, 'roles.json');
    const json = await place.call(['export', 'roles', '--format', 'json', '-o', path, '--json']);
    expect(json.json()).toMatchObject({ list: 'roles', output: path });
    const items = JSON.parse(readFileSync(path, 'utf8')) as { name: string }[];
    expect(items).toHaveLength(json.json<{ rows: number }>().rows);
    expect(csv.stdout.trim().split('\r\n')).toHaveLength(items.length + 1);
    const dry = await place.call(['export', 'roles', '-o', join(place.folder, 'dry.csv'), '--dry-run', '--json']);
    expect(dry.json()).toMatchObject({ rows: items.length, dryRun: true });
    expect(readdirSync(place.folder).filter((name) => name.startsWith('dry'))).toEqual([]);
  });

  it('ends quietly where the reader of a pipe has gone', async () => {
    const run = place.spawn(['export', 'units', '--format', 'json']);
    run.process.stdout?.destroy();
    const { exitCode, stderr } = await run.done;
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  });

  it('says what is wrong with a list or a filter', async () => {
    expect((await place.call(['export', 'role', '--json', '-o', 'x'])).error()).toMatchObject({
      code: 'usage',
      hint: 'Did you mean roles?',
    });
    const filtered = await place.call(['export', 'roles', '--filter', 'colour=red']);
    expect(filtered.exitCode).toBe(3);
    expect(filtered.stderr).toContain('colour: is no filter of roles');
    const refused = await place.call([
      'export',
      'roles',
      '--filter',
      'sortBy=colour',
      '-o',
      join(place.folder, 'x.csv'),
      '--json',
    ]);
    expect(refused.error()).toMatchObject({ code: 'invalid_input', exitCode: 3, errors: [{ path: 'sortBy' }] });
    expect(
      (await place.call(['export', 'roles', '-o', join(place.folder, 'no/such/x.csv'), '--json'])).error(),
    ).toMatchObject({ code: 'file_failed' });
    expect(readdirSync(place.folder).filter((name) => name.startsWith('x.csv'))).toEqual([]);
  });
});

describe('an API key', () => {
  it('works in its own account, with its own rights', async () => {
    const { cookies } = profiles().profiles.default.credentials;
    const { id } = profiles().profiles.default.account;
    const made = await fetch(`${url}/api/v1/api-keys`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'account-id': id,
        cookie: Object.entries(cookies)
          .map(([name, value]) => `${name}=${value}`)
          .join('; '),
      },
      body: JSON.stringify({ name: 'Robot', scopes: ['customers:read'] }),
    });
    const key = (await made.json()) as { id: string; secret: string };
    expect(made.status, JSON.stringify(key)).toBe(201);
    const login = await place.call(['login', '--api-key', key.id, '--profile', 'robot', '--json'], {
      input: key.secret,
    });
    expect(login.json(), login.stderr).toMatchObject({ profile: 'robot', account: { slug: 'acme' } });
    const allowed = await place.call(['export', 'customers', '--profile', 'robot', '--format', 'json']);
    expect(JSON.parse(allowed.stdout)).toEqual([]);
    const refused = await place.call(['export', 'roles', '--profile', 'robot', '--dry-run', '--json']);
    expect(refused.exitCode).toBe(4);
    expect(refused.error()).toMatchObject({ code: 'forbidden' });
    expect((await place.call(['me', '--profile', 'robot', '--account', 'bolt', '--json'])).exitCode).toBe(4);
    expect((await place.call(['login', '--api-key', key.id, '--json'], { input: 'k'.repeat(40) })).exitCode).toBe(4);
  });
});

describe('a command of a plugin', () => {
  it('does not exist for an account that does not have the plugin', async () => {
    const { exitCode, error } = await place.call(['pallet-labels', 'list', '--profile', 'default', '--json']);
    expect(exitCode).toBe(3);
    expect(error()).toMatchObject({ code: 'not_found', message: 'There is no such command for acme' });
  });
});

describe('signing out and stopping', () => {
  it('ends the session on the server too', async () => {
    const { cookies } = profiles().profiles.default.credentials;
    expect((await place.call(['logout', '--all', '--json'])).json()).toMatchObject({ profiles: ['default', 'robot'] });
    expect(profiles()).toEqual({ current: null, profiles: {} });
    const renewed = await fetch(`${url}/api/auth/access-tokens`, {
      method: 'POST',
      headers: { cookie: `rt=${cookies.rt}` },
    });
    expect(renewed.status).toBe(401);
  });

  it('stops the server as Ctrl-C does', async () => {
    await place.call(['login', '--user', email, '--json'], { input: password });
    expect((await place.call(['stop', '--dry-run', '--json'])).json()).toMatchObject({
      stopped: false,
      wasRunning: true,
    });
    expect((await place.call(['stop', '--json'])).json()).toMatchObject({ stopped: true });
    expect((await place.call(['status', '--json'])).exitCode).toBe(5);
    expect((await place.call(['me', '--json'])).exitCode).toBe(5);
    expect((await place.call(['stop', '--json'])).json()).toEqual({ stopped: false, wasRunning: false });
  });
});
