import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineCommand } from '@millwright/core/cli';
import {
  beginMove,
  createAccount,
  createAccountWithAdmin,
  createPerson,
  createSite,
  type Kernel,
  parseDatabaseUrl,
} from '@millwright/core/kernel';
import type { TestDatabase } from '@millwright/core/testing';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CredentialVault } from '../../../core/integrations/credential-vault.ts';
import { runInAccount } from '../../../core/tenancy/accounts/account-transaction.ts';
import { installedDatabase } from '../../testing/installed-database.ts';
import { type CliWorkplace, openWorkplace } from '../../testing/workplace.ts';

const secrets = { old: 'a secret of the old installation', new: 'another one of the new installation' };
const addresses = { old: 'https://old.example', new: 'https://new.example' };
const [email, password] = ['ada@acme.example', 'gravel thimble orbit'];
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);
const stripe = {
  privateKey: 'sk_test_moved1234',
  publishableKey: 'pk_test_moved5678',
  webhookSecret: 'whsec_moved9012',
};

type Side = keyof typeof addresses;
let databases: Record<Side, TestDatabase>;
let place: CliWorkplace;

beforeAll(async () => {
  databases = { old: await installedDatabase(), new: await installedDatabase() };
  place = openWorkplace({});
  for (const side of ['old', 'new'] as const)
    writeFileSync(
      join(place.folder, `${side}.env`),
      Object.entries(settings(side))
        .map(([name, value]) => `${name}=${value}\n`)
        .join(''),
    );
});
afterAll(async () => {
  await place?.clear();
  for (const database of Object.values(databases ?? {})) await database.drop();
});

const settings = (side: Side) => ({
  DATABASE_URL: databases[side].adminUrl,
  MILLWRIGHT_SECRET: secrets[side],
  MILLWRIGHT_BASE_URL: addresses[side],
  SMTP_URL: 'none',
  MILLWRIGHT_DATA_DIR: join(place.folder, side),
});

const at = (side: Side, ...args: string[]) => place.call([...args, '--yes', '--json'], { env: settings(side) });
const move = (from: Side, to: Side, ...more: string[]) =>
  at(from, 'account', 'move', 'acme', '--to', `${to}.env`, ...more);

async function asAdministrator<T>(side: Side, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: parseDatabaseUrl(databases[side].adminUrl).toString() });
  await client.connect();
  return work(client).finally(() => client.end());
}

/** Works with the platform of one side, as a command does. */
async function withKernel(side: Side, work: (kernel: Kernel) => Promise<void>): Promise<void> {
  const command = defineCommand({
    name: 'test',
    summary: 'works with the kernel',
    kind: 'operator',
    run: async (ctx) => work(await ctx.openKernel()),
  });
  const done = await place.call(['test'], { env: settings(side), commands: [command] });
  expect(done.exitCode, done.stderr).toBe(0);
}

/** A browser without a window. */
function browserAt(kernel: Kernel, side: Side, headers: Record<string, string> = {}) {
  const site = createSite(kernel, { buildDir: place.folder, production: true });
  let cookie = '';
  const send = async (method: string, path: string, body?: unknown) => {
    const answer = await site.request(`${addresses[side]}${path}`, {
      method,
      headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', cookie, ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    cookie =
      answer.headers
        .getSetCookie()
        .map((line) => line.split(';')[0])
        .join('; ') || cookie;
    return answer;
  };
  return {
    send,
    json: async <T = Record<string, unknown>>(method: string, path: string, body?: unknown) =>
      (await send(method, path, body)).json() as Promise<T>,
    signIn: async (identifier: string) =>
      expect((await send('POST', '/api/auth/actions/login', { identifier, password })).status).toBe(200),
  };
}

interface Made {
  accountID: string;
  fileID: string;
  integrationID: string;
  key: { 'x-api-key': string; 'x-auth-secret': string };
}

/** An account with something of everything that moves. */
async function fill(kernel: Kernel): Promise<Made> {
  const { tenancy } = kernel;
  const hash = await tenancy.passwords.hash(password);
  const person = async (address: string) => {
    const userID = await createPerson(tenancy, { email: address, name: address.split('@')[0] ?? '' });
    await asAdministrator('old', (client) =>
      client.query('update core."user" set password_hash = $2, email_verified = true where id = $1', [userID, hash]),
    );
    return userID;
  };
  const ada = await person(email);
  const { id: accountID } = await createAccountWithAdmin(
    tenancy,
    { name: 'Acme Gloves', slug: 'acme', plan: 'pro', onboardingStatus: 'complete' },
    { userID: ada, name: 'Ada', email },
  );
  const browser = browserAt(kernel, 'old');
  await browser.signIn(email);
  const customer = await browser.json<{ id: string }>('POST', '/api/v1/customers', { name: 'Buyer of gloves' });
  const key = await browser.json<{ id: string; secret: string }>('POST', '/api/v1/api-keys', {
    name: 'Sync',
    scopes: ['customers:read', 'customers:create'],
  });
  const { id: integrationID } = await browser.json<{ id: string }>('POST', '/api/v1/integrations', {
    name: 'Cards',
    code: 'stripe',
    credentials: stripe,
  });
  const fileID = await runInAccount(tenancy, { accountID, identity: { type: 'system' } }, async (ctx) => {
    const { saveFile } = await import('../../../core/files/file.service.ts');
    return (await saveFile(ctx, { name: 'glove.png', bytes: png, imagesOnly: true })).id;
  });
  const buyer = await person('bea@buyer.example');
  const invited = await person('cal@shop.example');
  await createAccountWithAdmin(
    tenancy,
    { name: 'Shop of Cal', slug: 'cal-shop', onboardingStatus: 'complete' },
    { userID: invited, name: 'Cal', email: 'cal@shop.example' },
  );
  await asAdministrator('old', async (client) => {
    await client.query(
      `insert into core.member (account_id, id, user_id, name, email, role_id, customer_id, status, joined_at,
         created_at, updated_at, version)
       select account_id, 'mem_' || substr(id, 5), $2, 'Bea', 'bea@buyer.example', id, $3, 'active', now(), now(),
         now(), 1
       from core.role where account_id = $1 and type = 'customer'`,
      [accountID, buyer, customer.id],
    );
    await client.query(
      `insert into core.member (account_id, id, name, email, role_id, status, invited_at, created_at, updated_at,
         version)
       select account_id, 'mem_' || substr(id, 5), 'Cal', 'cal@shop.example', id, 'invited', now(), now(), now(), 1
       from core.role where account_id = $1 and type = 'sales_rep'`,
      [accountID],
    );
    await client.query(`insert into queue.job (name, data) values ('event', $1)`, [
      { accountID, eventID: 'evt_waits', subscriber: 'nobody' },
    ]);
  });
  return { accountID, fileID, integrationID, key: { 'x-api-key': key.id, 'x-auth-secret': key.secret } };
}

const standing = (side: Side) =>
  asAdministrator(side, async (client) => {
    const { rows } = await client.query(
      `select closed_at is not null as closed, moving_since is not null as moving, moved_to as "movedTo"
       from core.account where slug = 'acme'`,
    );
    return rows[0];
  });
const jobs = (side: Side) =>
  asAdministrator(
    side,
    async (client) => (await client.query('select from queue.job where data::text ~ $1', ['evt_waits'])).rowCount,
  );
const open = { closed: false, moving: false, movedTo: null };

it('moves with everything, says where it is, and lives in one place whatever happens', async () => {
  let made = {} as Made;
  await withKernel('old', async (kernel) => {
    made = await fill(kernel);
  });
  const { accountID, fileID, integrationID, key } = made;

  // What stands in the way is said before anything is done.
  expect((await move('old', 'old')).error()).toMatchObject({ code: 'same_installation' });
  expect((await at('old', 'account', 'move', 'acme', '--to', 'https://new.example')).error()).toMatchObject({
    code: 'usage',
    hint: expect.stringContaining('--address'),
  });
  expect((await at('old', 'account', 'move', 'acme', '--to', databases.new.adminUrl)).error()).toMatchObject({
    code: 'usage',
    message: expect.stringContaining('Old links'),
  });
  // An address of a database is enough in production too.
  const byAddress = ['account', 'move', 'acme', '--to', databases.new.adminUrl, '--address', addresses.new];
  const inProduction = { env: { ...settings('old'), NODE_ENV: 'production' } };
  const addressed = await place.call([...byAddress, '--dry-run', '--json'], inProduction);
  expect(addressed.json(), addressed.stderr).toMatchObject({ dryRun: true, address: addresses.new });
  expect((await at('old', 'account', 'move', 'acme', '--to', '.')).error()).toMatchObject({ code: 'usage' });
  const tried = await move('old', 'new', '--dry-run');
  expect(tried.json(), tried.stderr).toMatchObject({ dryRun: true, address: addresses.new });

  // A domain is proven for one account of an installation.
  const prove = (side: Side, account: string) =>
    asAdministrator(side, (client) =>
      client.query(
        `insert into core.email_domain (account_id, domain, proven_at, checked_at)
          values ($1, 'acme.example', now(), now())`,
        [account],
      ),
    );
  await withKernel('new', async ({ tenancy }) => {
    await prove('new', (await createAccount(tenancy, { name: 'Twin', onboardingStatus: 'complete' })).id);
  });
  await prove('old', accountID);
  expect((await move('old', 'new')).error()).toMatchObject({
    code: 'duplicate',
    message: expect.stringContaining('acme.example is proven for twin'),
  });
  expect([await standing('old'), await standing('new')]).toEqual([open, undefined]);
  await asAdministrator('new', (client) => client.query('delete from core.email_domain'));

  // What fails halfway is taken back.
  const stuck = (statement: string) => asAdministrator('new', (client) => client.query(statement));
  await stuck('alter table core.file add constraint stuck check (size < 0) not valid');
  expect((await move('old', 'new')).exitCode).not.toBe(0);
  expect([await standing('old'), await standing('new')]).toEqual([open, undefined]);
  await stuck('alter table core.file drop constraint stuck');
  await withKernel('old', async (kernel) => {
    expect((await browserAt(kernel, 'old', key).send('GET', '/api/v1/customers')).status).toBe(200);
    // A machine that dies leaves the account on its way: nobody works in it, and nothing is lost.
    await beginMove(kernel.tenancy, accountID);
    const refused = await browserAt(kernel, 'old', key).send('GET', '/api/v1/customers');
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '30']);
    expect(await refused.json()).toMatchObject({ code: 'account_moving' });
  });
  const { findings } = (await at('old', 'doctor')).json<{ findings: { check: string }[] }>();
  expect(findings.filter(({ check }) => check === 'moves')).toMatchObject([{ level: 'warning', account: 'acme' }]);
  expect((await at('old', 'account', 'close', 'acme')).error()).toMatchObject({ code: 'account_moving' });
  expect((await at('old', 'account', 'open', 'acme')).exitCode).toBe(0);
  expect(await standing('old')).toEqual(open);

  // It dies once more when the account has gone: it opens nowhere but by the move itself.
  await stuck(`alter table core.account add constraint stuck check (closed_at is not null) not valid`);
  expect((await move('old', 'new')).exitCode).not.toBe(0);
  await stuck('alter table core.account drop constraint stuck');
  expect([await standing('old'), await standing('new')]).toEqual([
    { closed: true, moving: false, movedTo: addresses.new },
    { closed: true, moving: true, movedTo: null },
  ]);
  expect((await at('old', 'account', 'open', 'acme')).error()).toMatchObject({ code: 'account_moved' });
  expect((await at('new', 'account', 'open', 'acme')).error()).toMatchObject({ code: 'account_moving' });
  const moved = await move('old', 'new');
  expect(moved.json(), moved.stderr).toEqual({ id: accountID, slug: 'acme', address: addresses.new });
  expect(await standing('new')).toEqual(open);
  expect([await jobs('old'), await jobs('new')]).toEqual([0, 1]);
  expect((await move('old', 'new')).exitCode, 'A second time').toBe(0);

  await withKernel('new', async (kernel) => {
    const browser = browserAt(kernel, 'new');
    await browser.signIn(email);
    const { items } = await browser.json<{ items: { number: string }[] }>('GET', '/api/v1/customers');
    const next = await browser.json<{ number: string }>('POST', '/api/v1/customers', { name: 'The next one' });
    expect(Number(next.number.match(/\d+$/)?.[0])).toBe(Number(items[0]?.number.match(/\d+$/)?.[0]) + 1);
    const file = await browser.send('GET', `/api/v1/files/${fileID}`);
    expect(Buffer.from(await file.arrayBuffer()).equals(png)).toBe(true);
    expect((await browserAt(kernel, 'new', key).send('GET', '/api/v1/customers')).status).toBe(200);
    const portal = browserAt(kernel, 'new');
    await portal.signIn('bea@buyer.example');
    expect(await portal.json('GET', '/api/v1/me/tenancy')).toMatchObject({ currentAccount: { slug: 'acme' } });
    const { rows } = await asAdministrator('new', (client) =>
      client.query('select credentials from core.integration where id = $1', [integrationID]),
    );
    const opened = await runInAccount(
      kernel.tenancy,
      { accountID, identity: { type: 'system' }, readOnly: true },
      (ctx) => new CredentialVault(secrets.new).openFields(ctx, integrationID, rows[0].credentials),
    );
    expect(opened).toEqual(stripe);
  });

  await withKernel('old', async (kernel) => {
    const told = { code: 'account_moved', details: { address: addresses.new } };
    const browser = browserAt(kernel, 'old');
    await browser.signIn(email);
    for (const path of ['/api/v1/customers', '/api/v1/me/tenancy', '/api/v1/me/plugins'])
      expect(await browser.json('GET', path), path).toMatchObject(told);
    const called = await browserAt(kernel, 'old', key).send('GET', '/api/v1/customers');
    expect([called.status, await called.json()]).toEqual([421, expect.objectContaining(told)]);
    const link = { accountSlug: 'acme', token: 'x'.repeat(40) };
    expect(await browser.json('POST', '/api/v1/document-links/actions/read', link)).toMatchObject(told);
    for (const path of [
      '/document?account=acme',
      '/dashboard/sales-orders?account=acme&query=7',
      '/auth/provider?account=acme',
    ]) {
      const led = await browser.send('GET', path);
      expect([led.status, led.headers.get('location')], path).toEqual([307, `${addresses.new}${path}`]);
    }
    expect((await browser.send('GET', '/document?account=somebody')).status).not.toBe(307);
    // People with another account here are not led away.
    const stays = browserAt(kernel, 'old');
    await stays.signIn('cal@shop.example');
    expect(await stays.json('GET', '/api/v1/me/tenancy')).toMatchObject({ currentAccount: { slug: 'cal-shop' } });
    expect(await stays.json('GET', '/api/v1/me/invitations')).toMatchObject({ items: [], count: 0 });
  });

  // And back again, in place of what had stayed.
  const back = await move('new', 'old');
  expect(back.json(), back.stderr).toMatchObject({ slug: 'acme', address: addresses.old, seconds: expect.any(Number) });
  expect([await standing('new'), await standing('old')]).toEqual([
    { closed: true, moving: false, movedTo: addresses.old },
    open,
  ]);
  await withKernel('old', async (kernel) => {
    const browser = browserAt(kernel, 'old', key);
    expect(await browser.json('GET', '/api/v1/customers')).toMatchObject({ count: 2 });
  });
});
