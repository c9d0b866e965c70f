import { Client } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { refusalOf } from '../calls/refusal.ts';
import { createEntry, deleteEntry, getEntry, listEntries, updateEntry } from '../kernel/ledger/ledger.contract.ts';
import { ledgerPlugin } from '../kernel/ledger/ledger.plugin.ts';
import { bootTestKernel, type TestKernel } from '../kernel/test-kernel.ts';
import { cutTables } from './partitioned-tables.ts';

let kernel: TestKernel;
let admin: Client;
beforeAll(async () => {
  kernel = await bootTestKernel({ why: 'tables that are cut', plugins: [ledgerPlugin], partitions: 4 });
  admin = new Client({ connectionString: kernel.db.adminUrl });
  await admin.connect();
});
afterAll(async () => {
  await admin.end();
  await kernel.stop();
});

it('cuts tables of accounts, and no others', () => {
  const cut = new Set<string>();
  const columns = '"account_id" text not null, "id" text not null';
  const made = cutTables(`create table "x"."y" (${columns}, primary key ("account_id", "id"));`, 2, cut);
  expect(made[0]).toBe(
    `create table "x"."y" (${columns}, primary key ("account_id", "id")) partition by hash (account_id);`,
  );
  expect(made).toHaveLength(3);
  expect(cutTables(`create table "x"."z" (${columns}, primary key ("id"));`, 2, cut)).toHaveLength(1);
  expect(cutTables('alter table "x"."y" set (fillfactor = 50);', 2, cut)).toEqual(['select 1;']);
  expect(cutTables('alter table "x"."z" set (fillfactor = 50);', 2, cut)[0]).toContain('fillfactor');
});

it('serves accounts from tables that are cut by the account, each its own', async () => {
  const { rows } = await admin.query<{ parts: number }>(
    `select count(*)::int as parts from pg_class where relispartition and relkind = 'r'`,
  );
  expect(rows[0]?.parts).toBeGreaterThan(100);
  const [ours, theirs] = [await kernel.a.as('admin'), await kernel.b.as('admin')];
  const entry = await ours.call(createEntry, { body: { title: 'Gloves', lines: [{ text: 'Cotton', measure: 2 }] } });
  const params = { entryID: entry.id };
  await ours.call(updateEntry, { params, body: { title: 'Mittens', version: entry.version } });
  expect(await ours.call(getEntry, { params })).toMatchObject({ title: 'Mittens', lines: [{ text: 'Cotton' }] });
  expect(await ours.call(listEntries, {})).toMatchObject({ count: 1, items: [{ number: entry.number }] });
  expect(await theirs.call(listEntries, {})).toMatchObject({ count: 0 });
  expect(await refusalOf(theirs.fetch(`/v1/x/ledger/entries/${entry.id}`))).toMatchObject({ status: 404 });
  await ours.call(deleteEntry, { params });
  expect(await ours.call(listEntries, {})).toMatchObject({ count: 0 });
});

it('refuses keys without the account, as Citus would', async () => {
  await expect(admin.query('create unique index on ledger.entry (id)')).rejects.toMatchObject({ code: '0A000' });
});
