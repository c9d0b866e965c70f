import { bootDemoKernel, type TestKernel } from '@millwright/core/testing';
import { Client, escapeIdentifier } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deletePerson, erasedName } from './delete-person.ts';

// Marcus Bell, the demo's clerk, who entered most of the account's data.
const email = 'user@demo.test';
let kernel: TestKernel;
let admin: Client;
let schemas: string[];

/** Number of rows per table, and tables with the person's name or address. */
async function scan(): Promise<{ rows: Record<string, number>; found: string[] }> {
  const { rows: tables } = await admin.query<{ schema: string; table: string }>(
    `select n.nspname as schema, c.relname as "table" from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'm') and n.nspname not in ('pg_catalog', 'information_schema') order by 1, 2`,
  );
  const counts: Record<string, number> = {};
  const found: string[] = [];
  for (const { schema, table } of tables) {
    const { rows } = await admin.query<{ all: number; said: number }>(
      `select count(*)::int as all, count(*) filter (where t::text ~* $1)::int as said
       from ${escapeIdentifier(schema)}.${escapeIdentifier(table)} t`,
      ['(?<![a-z0-9])(user@demo\\.test|marcus bell)(?![a-z0-9])'],
    );
    counts[`${schema}.${table}`] = rows[0]?.all ?? 0;
    if (rows[0]?.said) found.push(`${schema}.${table}`);
  }
  return { rows: counts, found };
}

beforeAll(async () => {
  kernel = await bootDemoKernel();
  schemas = kernel.registry.schemaOwners().map(({ schema }) => schema);
  admin = new Client({ connectionString: kernel.db.adminUrl });
  await admin.connect();
});
afterAll(async () => {
  await admin.end();
  await kernel.stop();
});

describe('a person who is erased', () => {
  it('is in no table any more, while every document of theirs is', async () => {
    const { rows: users } = await admin.query<{ id: string }>('select id from core."user" where email = $1', [email]);
    const userID = users[0]?.id as string;
    // Cases that the demo lacks: a mail to the person and one about them, another person of the same name, the name as
    // part of another one.
    await admin.query(
      `insert into core.person_mail (id, recipient, template, props, created_at, updated_at)
         values ('pml_1', 'User@Demo.test', 'core.notice', '{}', now(), now())`,
    );
    await admin.query(
      `update core.email_log set recipients = array['user@demo.test', 'other@demo.test'], subject = 'For Marcus Bell',
         text = 'Hello Marcus Bell, xuser@demo.test wrote' where id = (select min(id) from core.email_log)`,
    );
    await admin.query(`update core.member set name = 'Marcus Bellow' where email = 'rep@demo.test'`);
    const before = await scan();
    expect(before.found.length).toBeGreaterThan(10);
    const planned = await deletePerson(kernel.db.adminUrl, schemas, email, { isDryRun: true });
    expect(await scan()).toEqual(before);

    const done = await deletePerson(kernel.db.adminUrl, schemas, email);
    expect(done).toEqual(planned);
    const after = await scan();
    expect(after.found).toEqual([]);
    expect(done.deleted).toMatchObject({ 'core.user': 1, 'core.person_mail': 1 });
    const gone = Object.entries(before.rows).filter(([table, rows]) => after.rows[table] !== rows);
    expect(gone.map(([table]) => table)).toEqual(
      Object.keys(done.deleted)
        .map((table) => table.replaceAll('"', ''))
        .sort(),
    );
    const { rows: mails } = await admin.query(
      `select recipients, subject, text from core.email_log where subject like 'For %'`,
    );
    expect(mails).toEqual([
      {
        recipients: [`deleted-${userID}@deleted.invalid`, 'other@demo.test'],
        subject: `For ${erasedName}`,
        text: `Hello ${erasedName}, xuser@demo.test wrote`,
      },
    ]);
    const { rows: members } = await admin.query(
      `select name, user_id, status from core.member where name in ($1, 'Marcus Bellow') order by name`,
      [erasedName],
    );
    expect(members).toEqual([
      { name: erasedName, user_id: null, status: 'deactivated' },
      { name: 'Marcus Bellow', user_id: expect.any(String), status: 'active' },
    ]);
    const { rows: orders } = await admin.query<{ count: number }>(
      'select count(*)::int as count from commerce.sales_order where created_by_name = $1',
      [erasedName],
    );
    expect(orders[0]?.count).toBeGreaterThan(5);
    await expect(deletePerson(kernel.db.adminUrl, schemas, email)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('stays while an account has no other administrator', async () => {
    await expect(deletePerson(kernel.db.adminUrl, schemas, 'admin@demo.test')).rejects.toMatchObject({
      code: 'last_admin',
      message: expect.stringContaining('harbor, northfield'),
    });
  });
});
