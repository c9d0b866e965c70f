import { parseDatabaseUrl } from '@millwright/core/kernel';
import { until } from '@millwright/core/testing';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { seedAccount } from '../../core/bench/place/seed.ts';
import { openWorkplace } from '../testing/workplace.ts';
import { drillMinutes, dropDatabase, freshDatabase } from './drill-database.ts';

const adminUrl = inject('postgresUrl');
const orders = Number(process.env['MILLWRIGHT_SOAK_ORDERS'] ?? 100_000);
const [email, buyer, password] = ['ada@acme.test', 'bea@buyer.test', 'gravel thimble orbit'];
const pdf = Buffer.concat([
  Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\n'),
  Buffer.alloc(200_000, 'x'),
  Buffer.from('\n%%EOF\n'),
]);
const stripe = {
  privateKey: 'sk_test_moved1234',
  publishableKey: 'pk_test_moved5678',
  webhookSecret: 'whsec_moved9012',
};

const sides = ['old', 'new'] as const;
type Side = (typeof sides)[number];
const names: Record<Side, string> = { old: `mwdrill_${process.pid}_old`, new: `mwdrill_${process.pid}_new` };
const urls = {} as Record<Side, string>;
const places = {} as Record<Side, ReturnType<typeof openWorkplace>>;
const clients = {} as Record<Side, Client>;

beforeAll(async () => {
  for (const side of sides) {
    urls[side] = await freshDatabase(adminUrl, names[side]);
    const env = { DATABASE_URL: urls[side], MILLWRIGHT_SECRET: 'a secret that only drills of moving know' };
    places[side] = openWorkplace(env, { processes: 12 });
    const migrated = await places[side].call(['migrate', '--json']);
    expect(migrated.exitCode, migrated.stderr).toBe(0);
    clients[side] = new Client({ connectionString: parseDatabaseUrl(urls[side]).toString() });
    await clients[side].connect();
  }
});
afterAll(async () => {
  for (const side of sides) {
    await clients[side]?.end();
    await places[side]?.clear();
    await dropDatabase(adminUrl, names[side]);
  }
});

const post = (url: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: Buffer.isBuffer(body) ? new Uint8Array(body) : JSON.stringify(body),
  });

/** Signs in; answers the cookie, and fails where the password does not open. */
async function cookieOf(url: string, identifier: string): Promise<string> {
  const answer = await post(`${url}/api/auth/actions/login`, { identifier, password });
  expect(answer.status, await answer.clone().text()).toBe(200);
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
}

async function made<T>(url: string, path: string, body: unknown, headers: Record<string, string>): Promise<T> {
  const answer = await post(`${url}/api/v1${path}`, body, headers);
  expect(answer.ok, `${path}: ${await answer.clone().text()}`).toBe(true);
  return answer.json() as Promise<T>;
}

/** A person with a password, by the link that the command prints. */
async function person(url: string, address: string): Promise<void> {
  const { link } = (await places.old.call(['user', 'create', address, '--json'])).json<{ link: string }>();
  const token = new URL(link).searchParams.get('token');
  const chosen = await post(`${url}/api/auth/actions/reset-password`, { token, password });
  expect(chosen.ok, await chosen.clone().text()).toBe(true);
}

/** Calls that go on whatever happens to the account: as a program does that keeps to what the answers say. */
function work(first: string, key: Record<string, string>, body: unknown) {
  const told = { taken: [] as string[], refused: new Map<string, number>(), strange: [] as string[], longest: 0 };
  let isOver = false;
  const worker = async (): Promise<void> => {
    let [url, since] = [first, performance.now()];
    while (!isOver) {
      const answer = await post(`${url}/api/v1/sales-orders`, body, key);
      const refusal = (await answer.json()) as { id: string; code: string; details?: { address: string } };
      if (answer.ok) {
        told.taken.push(refusal.id);
        told.longest = Math.max(told.longest, performance.now() - since);
        since = performance.now();
        continue;
      }
      told.refused.set(refusal.code, (told.refused.get(refusal.code) ?? 0) + 1);
      if (refusal.code === 'account_moved') url = refusal.details?.address ?? url;
      else if (refusal.code !== 'account_moving' && answer.status !== 503) told.strange.push(JSON.stringify(refusal));
      else await new Promise((done) => setTimeout(done, 250));
    }
  };
  const done = Promise.all(Array.from({ length: 3 }, worker));
  done.catch(() => {});
  return {
    told,
    end: async () => {
      isOver = true;
      await done;
    },
  };
}

const openIn = async (side: Side): Promise<number> => {
  const { rows } = await clients[side].query(
    `select count(*)::int as open from core.account where slug = 'acme' and closed_at is null and moving_since is null`,
  );
  return rows[0].open;
};
const one = async <T>(side: Side, text: string, values: unknown[] = []): Promise<T> =>
  (await clients[side].query(text, values)).rows[0] as T;

it(`an account of ${orders} orders moves while calls write to it, also where the command is killed`, {
  timeout: (drillMinutes + 30) * 60_000,
}, async () => {
  const { id: accountID } = (
    await places.old.call(['account', 'create', 'Acme Gloves', '--slug', 'acme', '--plan', 'pro', '--json'])
  ).json<{ id: string }>();
  const url = { old: await places.old.startServer(), new: await places.new.startServer() };
  await person(url.old, email);
  await person(url.old, buyer);
  const joined = async (address: string, role: string, customer: string | null) =>
    clients.old.query(
      `insert into core.member (account_id, id, user_id, name, email, role_id, customer_id, status, joined_at,
         created_at, updated_at, version)
       select $1, 'mem_' || substr(person.id, 5), person.id, person.name, person.email, role.id, $4, 'active', now(),
         now(), now(), 1
       from core."user" person, core.role role where person.email = $2 and role.account_id = $1 and role.type = $3`,
      [accountID, address, role, customer],
    );
  await joined(email, 'admin', null);
  const plan = { accountID, customers: 2_000, products: 1_000, orders, documents: orders + 4_000 };
  await seedAccount(clients.old, plan);
  await clients.old.query('vacuum (analyze)');
  const customer = await one<{ id: string }>('old', 'select id from commerce.customer where account_id = $1 limit 1', [
    accountID,
  ]);
  const product = await one<{ id: string }>(
    'old',
    `select id from inventory.item where account_id = $1 and sku = 'SKU-000100'`,
    [accountID],
  );
  await joined(buyer, 'customer', customer.id);
  const cookie = { cookie: await cookieOf(url.old, email) };
  const { id: keyID, secret } = await made<{ id: string; secret: string }>(
    ...([
      url.old,
      '/api-keys',
      { name: 'Sync', scopes: ['sales_orders:create', 'sales_orders:read'] },
      cookie,
    ] as const),
  );
  const integration = { name: 'Cards', code: 'stripe', credentials: stripe };
  await made(url.old, '/integrations', integration, cookie);
  const about = new URLSearchParams({ name: 'terms.pdf', recordType: 'customer', recordID: customer.id });
  const file = await made<{ id: string }>(
    ...([url.old, `/files?${about}`, pdf, { ...cookie, 'content-type': 'application/octet-stream' }] as const),
  );
  const key = { 'x-api-key': keyID, 'x-auth-secret': secret };
  const order = { customerID: customer.id, lines: [{ productID: product.id, quantityOrdered: 1 }] };
  const clerks = work(url.old, key, order);
  await until('The clerks are at work', async () => clerks.told.taken.length > 20);

  // The machine of the command dies twice: as soon as the account is on its way, and once the copy is there.
  const begin = () =>
    places.old.spawn(['account', 'move', 'acme', '--to', urls.new, '--address', url.new, '--yes', '--json']);
  const isMoving = async () =>
    (
      await one<{ moving: boolean }>(
        'old',
        `select moving_since is not null as moving from core.account where slug = 'acme'`,
      )
    ).moving;
  const isCopied = async () =>
    (await clients.new.query(`select from core.account where slug = 'acme' and moving_since is not null`)).rowCount ===
    1;
  for (const isTime of [isMoving, isCopied]) {
    const { process: child, done } = begin();
    const failed = done.then(({ stderr }) => Promise.reject(new Error(`The command ended by itself:\n${stderr}`)));
    await Promise.race([until('The moment to die', isTime), failed]);
    failed.catch(() => {});
    child.kill('SIGKILL');
    await done;
    expect([await openIn('old'), await openIn('new')]).toEqual([0, 0]);
  }
  const opened = await places.old.call(['account', 'open', 'acme', '--json']);
  expect(opened.exitCode, opened.stderr).toBe(0);
  const before = clerks.told.taken.length;
  await until('The clerks go on', async () => clerks.told.taken.length > before + 5);
  expect([await openIn('old'), await openIn('new')]).toEqual([1, 0]);

  const moved = await begin().done;
  expect(moved.exitCode, moved.stderr).toBe(0);
  const { rows, tables, seconds } = moved.json<{ rows: number; tables: number; seconds: number }>();
  expect([await openIn('old'), await openIn('new')]).toEqual([0, 1]);
  const after = clerks.told.taken.length;
  await until('The clerks go on at the new address', async () => clerks.told.taken.length > after + 20);
  await clerks.end();
  const { taken, refused, strange, longest } = clerks.told;
  expect(strange).toEqual([]);
  // A busy machine may refuse some calls for a moment as well.
  expect([...refused.keys()]).toEqual(expect.arrayContaining(['account_moved', 'account_moving']));

  // Nothing that was taken is lost, here or there, and no number is given twice.
  const found = await one<{ taken: number; all: number; numbers: number }>(
    'new',
    `select count(*) filter (where id = any($2))::int as taken, count(*)::int as all,
       count(distinct number)::int as numbers from commerce.sales_order where account_id = $1`,
    [accountID, taken],
  );
  expect(found).toEqual({ taken: taken.length, all: orders + taken.length, numbers: orders + taken.length });

  // Files, keys, people and connections work there; everything of before says where.
  const there = { cookie: await cookieOf(url.new, email) };
  const bytes = await fetch(`${url.new}/api/v1/files/${file.id}`, { headers: there });
  expect(Buffer.from(await bytes.arrayBuffer()).equals(pdf)).toBe(true);
  const bea = await fetch(`${url.new}/api/v1/me/tenancy`, { headers: { cookie: await cookieOf(url.new, buyer) } });
  expect(await bea.json()).toMatchObject({ currentAccount: { slug: 'acme', roleType: 'customer' } });
  const told = { code: 'account_moved', details: { address: url.new } };
  for (const headers of [key, cookie, { cookie: await cookieOf(url.old, buyer) }]) {
    const oldAnswer = await fetch(`${url.old}/api/v1/sales-orders`, { headers });
    expect([oldAnswer.status, await oldAnswer.json()]).toEqual([421, expect.objectContaining(told)]);
  }
  for (const path of ['/document?account=acme', '/dashboard/sales-orders?account=acme']) {
    const page = await fetch(`${url.old}${path}`, { redirect: 'manual' });
    expect([page.status, page.headers.get('location')]).toEqual([307, `${url.new}${path}`]);
  }
  // Orders that the seed has written have neither picks nor demand: rules of records are left out.
  for (const side of sides) {
    const { findings } = (await places[side].call(['doctor', '--json'])).json<{
      findings: { check: string; level: string }[];
    }>();
    expect(findings.filter(({ check, level }) => level === 'fault' && check !== 'invariants')).toEqual([]);
  }
  process.stdout.write(
    `${rows} rows of ${tables} tables, closed for ${seconds} s; ${taken.length} orders taken meanwhile, ` +
      `none lost; ${refused.get('account_moving')} calls told to try again, ` +
      `longest wait ${Math.round(longest / 1000)} s\n`,
  );
});
