import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseDatabaseUrl } from '@millwright/core/kernel';
import type { TestDatabase } from '@millwright/core/testing';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { installedDatabase } from '../../testing/installed-database.ts';
import { type CliWorkplace, openWorkplace } from '../../testing/workplace.ts';

let database: TestDatabase;
let copy: TestDatabase;
let place: CliWorkplace;

async function asAdministrator<T>({ adminUrl }: TestDatabase, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: parseDatabaseUrl(adminUrl).toString() });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Tables with rows of accounts. */
async function tablesOfAccounts(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     join pg_attribute a on a.attrelid = c.oid and a.attname = 'account_id' where c.relkind = 'r' order by 1`,
  );
  return rows.map(({ name }) => name);
}

beforeAll(async () => {
  [database, copy] = [await installedDatabase(), await installedDatabase()];
  place = openWorkplace({
    DATABASE_URL: database.adminUrl,
    MILLWRIGHT_SECRET: 'a secret of tests of accounts alone',
  });
});
afterAll(async () => {
  await place?.clear();
  await database?.drop();
  await copy?.drop();
});

describe('an account', () => {
  it('is closed, and deleted after its grace and a backup', async () => {
    const account = (...args: string[]) => place.call(['account', ...args, '--yes', '--json']);
    await account('create', 'Gone Gloves', '--slug', 'gone', '--admin', 'gina@gone.example');
    const file = join(place.folder, 'gone.tar.gz');
    const remove = () => account('delete', 'gone', '--backup', file);
    expect((await remove()).error()).toMatchObject({ code: 'account_open', hint: expect.stringContaining('close') });
    const closed = await account('close', 'gone');
    expect(closed.json(), closed.stderr).toMatchObject({ slug: 'gone', closedAt: expect.any(String) });
    expect((await account('close', 'gone')).json()).toEqual(closed.json());
    expect((await remove()).error()).toMatchObject({ code: 'account_in_grace', hint: expect.stringContaining('open') });
    await account('open', 'gone');
    expect((await remove()).error()).toMatchObject({ code: 'account_open' });
    await account('close', 'gone');
    expect(existsSync(file)).toBe(false);
    await asAdministrator(database, (client) =>
      client.query("update core.account set closed_at = now() - interval '30 days' where slug = 'gone'"),
    );
    const { rows } = (await account('delete', 'gone', '--backup', file, '--dry-run')).json<{ rows: number }>();
    expect(rows).toBeGreaterThan(10);
    const deleted = await remove();
    expect(deleted.json(), deleted.stderr).toMatchObject({ slug: 'gone', rows, backup: file });
    expect(existsSync(file)).toBe(true);
    const { id } = deleted.json<{ id: string }>();
    await asAdministrator(database, async (client) => {
      for (const name of await tablesOfAccounts(client))
        expect((await client.query(`select 1 from ${name} where account_id = $1`, [id])).rowCount, name).toBe(
          name === 'core.account_slug' ? 1 : 0,
        );
    });
    const { items } = (await account('list')).json<{ items: { slug: string }[] }>();
    expect(items).toEqual([]);
    // The slug stays reserved for another 90 days.
    const again = (...more: string[]) =>
      account('create', 'Gone Gloves', '--slug', 'gone', '--admin', 'gina@gone.example', ...more);
    expect((await again()).error()).toMatchObject({ code: 'duplicate', errors: [{ path: 'slug' }] });
    expect((await again('--dry-run')).error()).toMatchObject({ code: 'duplicate', errors: [{ path: 'slug' }] });
    await asAdministrator(database, (client) =>
      client.query("update core.account_slug set freed_at = freed_at - interval '91 days' where slug = 'gone'"),
    );
    expect((await account('create', 'Gone Gloves', '--slug', 'gone', '--dry-run')).exitCode).toBe(0);
  });

  it('moves to another installation, where people are known by their address', async () => {
    const file = join(place.folder, 'acme.tar.gz');
    const away = { DATABASE_URL: copy.adminUrl, MILLWRIGHT_DATA_DIR: join(place.folder, 'copy') };
    const there = (...args: string[]) => place.call([...args, '--yes', '--json'], { env: away });
    await place.call(['account', 'create', 'Acme Gloves', '--slug', 'acme', '--admin', 'ada@acme.example']);
    await place.call(['user', 'create', 'ada@acme.example', '--name', 'Ada']);
    const rowsOf = (at: TestDatabase, of: string) =>
      asAdministrator(at, async (client) => {
        const found: Record<string, unknown[]> = {};
        for (const table of await tablesOfAccounts(client))
          found[table] = (
            await client.query(`select t::text as row from ${table} t where account_id = $1 order by 1`, [of])
          ).rows;
        return found;
      });
    const { items } = (await place.call(['account', 'list', '--json'])).json<{ items: { id: string }[] }>();
    const id = items[0]?.id as string;
    // Ada is also a member of the other installation, where she has another user id.
    await asAdministrator(database, (client) =>
      client.query(
        `update core.member set user_id = person.id from core."user" person
         where member.email = person.email and member.email = 'ada@acme.example'`,
      ),
    );
    const made = await place.call(['account', 'export', 'acme', file, '--json']);
    expect(made.json(), made.stderr).toMatchObject({ id, slug: 'acme', rows: expect.any(Number) });
    expect((await place.call(['account', 'import', file, '--json'])).error()).toMatchObject({ code: 'duplicate' });
    expect((await there('restore', file)).error()).toMatchObject({ code: 'account_archive' });
    await there('user', 'create', 'ada@acme.example');
    await there('account', 'create', 'Acme Socks', '--slug', 'acme');
    expect((await there('account', 'import', file)).error()).toMatchObject({
      code: 'duplicate',
      hint: expect.stringContaining('--slug'),
    });
    const dry = await there('account', 'import', file, '--slug', 'acme-gloves', '--dry-run');
    expect(dry.json(), dry.stderr).toMatchObject({ dryRun: true, known: 1, added: 0 });
    const done = await there('account', 'import', file, '--slug', 'acme-gloves');
    expect(done.json(), done.stderr).toMatchObject({ id, slug: 'acme-gloves', known: 1, added: 0 });
    const people = (at: TestDatabase) =>
      asAdministrator(at, async (client) => {
        const { rows } = await client.query<{ id: string }>(
          `select id from core."user" where email = 'ada@acme.example'`,
        );
        return rows[0]?.id as string;
      });
    const [here, elsewhere] = [await people(database), await people(copy)];
    expect(elsewhere).not.toBe(here);
    const renamed = JSON.stringify(await rowsOf(database, id)).replaceAll(here, elsewhere);
    expect(JSON.parse(renamed)).toMatchObject({ 'core.member': [{ row: expect.stringContaining(elsewhere) }] });
    const slugs = { 'core.account_slug': expect.anything() };
    expect({ ...(await rowsOf(copy, id)), ...slugs }).toEqual({ ...JSON.parse(renamed), ...slugs });
    expect((await there('account', 'list')).json()).toMatchObject({
      items: expect.arrayContaining([
        expect.objectContaining({ id, slug: 'acme-gloves', closedAt: expect.any(String) }),
      ]),
    });
    expect((await there('account', 'open', 'acme-gloves')).exitCode).toBe(0);
  });

  it('gets another plan, which its timeline tells', async () => {
    const account = (...args: string[]) => place.call(['account', ...args, '--yes', '--json']);
    const made = (await account('create', 'Plan Gloves', '--slug', 'plan-gloves')).json<{ id: string }>();
    const planned = () =>
      asAdministrator(database, async (client) => {
        const { rows } = await client.query(
          `select account.plan, (select json_agg(event.changes) from core.audit_event event
             where event.account_id = account.id and event.record_type = 'account' and event.action = 'updated') as told
           from core.account where id = $1`,
          [made.id],
        );
        return rows[0];
      });
    expect((await account('plan', 'plan-gloves', 'gold')).error()).toMatchObject({ code: 'invalid_input' });
    expect((await account('plan', 'nobody', 'pro')).error()).toMatchObject({ code: 'not_found' });
    await account('plan', 'plan-gloves', 'pro', '--dry-run');
    expect(await planned()).toEqual({ plan: 'free', told: null });
    for (const before of ['free', 'pro'])
      expect((await account('plan', 'plan-gloves', 'pro')).json()).toMatchObject({ plan: 'pro', before });
    expect(await planned()).toEqual({ plan: 'pro', told: [[{ field: 'plan', from: 'free', to: 'pro' }]] });
    await account('close', 'plan-gloves');
  });
});
