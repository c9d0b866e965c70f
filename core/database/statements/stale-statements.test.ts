import { sql } from 'kysely';
import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sharedKernel } from '../../testing/kernel/shared-kernel.ts';
import type { TestKernel } from '../../testing/kernel/test-kernel.ts';
import { parseDatabaseUrl } from '../schema/roles.ts';

let kernel: TestKernel;
let admin: Client;
beforeAll(async () => {
  kernel = await sharedKernel();
  admin = new Client({ connectionString: parseDatabaseUrl(kernel.db.adminUrl).toString() });
  await admin.connect();
  await admin.query('create schema sheets; grant usage on schema sheets to millwright_tenant, millwright_auth');
});
afterAll(async () => {
  await admin.query('drop schema sheets cascade');
  await admin.end();
  await kernel.stop();
});

const create = (columns: string, row: string) =>
  admin.query(`create table sheets.sheet (${columns}); insert into sheets.sheet values (${row});
    grant select, update on sheets.sheet to millwright_tenant, millwright_auth`);
beforeEach(async () => {
  await admin.query('drop table if exists sheets.sheet');
  await create('id int, name text', "1, 'one'");
});

let begun = 0;
/** Reads the row `times` times, in a transaction of its own. */
const read = (times = 1): Promise<unknown> =>
  kernel.a.run(async (ctx) => {
    begun += 1;
    let rows: unknown;
    for (let turn = 0; turn < times; turn += 1)
      ({ rows } = await sql`select * from sheets.sheet where id = ${1}`.execute(ctx.em.query()));
    return rows;
  });
const write = (times = 1): Promise<unknown> =>
  kernel.a.run(async (ctx) => {
    begun += 1;
    for (let turn = 0; turn < times; turn += 1)
      await ctx.em.send(sql`update sheets.sheet set name = ${'two'} where id = ${1}`);
  });
const readAsAuth = (times = 1): Promise<unknown> =>
  kernel.database.runAsAuth({ accountID: '' }, async (em) => {
    begun += 1;
    let rows: unknown;
    for (let turn = 0; turn < times; turn += 1) rows = await em.execute('select * from sheets.sheet where id = ?', [1]);
    return rows;
  });
/** Reads on several connections, so that each keeps the statement. */
const several = (work: (times: number) => Promise<unknown>): Promise<unknown[]> =>
  Promise.all(Array.from({ length: 4 }, () => work(3)));

describe('a kept statement', () => {
  it.each([
    ['gets another column', 'alter table sheets.sheet add column size int', [{ id: 1, name: 'one', size: null }]],
    ['loses a column', 'alter table sheets.sheet drop column name', [{ id: 1 }]],
    ['gets another key', 'alter table sheets.sheet alter column id type text', [{ id: '1', name: 'one' }]],
  ])('is sent anew, and its transaction runs again, where its table %s', async (_, change, expected) => {
    await several(read);
    await several(readAsAuth);
    await admin.query(change);
    begun = 0;
    expect(await read()).toEqual(expected);
    expect(begun).toBe(2);
    // The other connections have dropped the statement before they use it.
    begun = 0;
    expect(await several(read)).toEqual([expected, expected, expected, expected]);
    expect(begun).toBe(4);
    expect(await readAsAuth()).toEqual(expected);
  });

  it('is found out by whoever asks first, a person who signs in too', async () => {
    await several(readAsAuth);
    await admin.query('alter table sheets.sheet add column size int');
    begun = 0;
    expect(await readAsAuth()).toEqual([{ id: 1, name: 'one', size: null }]);
    expect(begun).toBe(2);
  });

  it('writes once where nobody waited for it', async () => {
    await several(write);
    await admin.query('alter table sheets.sheet alter column id type text');
    await write();
    expect(await read()).toEqual([{ id: '1', name: 'two' }]);
  });

  it('fails for what it is where its table is gone, and works again with a new one', async () => {
    await several(read);
    await admin.query('drop table sheets.sheet');
    begun = 0;
    await expect(read()).rejects.toMatchObject({ code: '42P01' });
    // Once more, for the case that only the statement was out of date.
    expect(begun).toBe(2);
    await create('id int, name int', '1, 7');
    expect(await read()).toEqual([{ id: 1, name: 7 }]);
  });

  it('is sent anew where the connection has lost it', async () => {
    await several(read);
    for (let turn = 0; turn < 4; turn += 1)
      await kernel.a.run((ctx) => sql`deallocate all`.execute(ctx.em.query())).catch(() => undefined);
    expect(await several(read)).toEqual(Array.from({ length: 4 }, () => [{ id: 1, name: 'one' }]));
  });
});
