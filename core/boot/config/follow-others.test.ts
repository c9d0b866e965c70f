import { Client } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newID } from '../../contracts/texts/id.ts';
import { forgetAccess } from '../../tenancy/access/access.ts';
import { until } from '../../testing/calls/until.ts';
import { ledgerPlugin } from '../../testing/kernel/ledger/ledger.plugin.ts';
import { bootTestKernel, type TestKernel } from '../../testing/kernel/test-kernel.ts';

const entries = '/v1/x/ledger/entries';
let kernel: TestKernel;
let other: Client;

/** Writes a notice like another process. */
const tell = (subject: string) =>
  other.query('insert into core.access_notice (id, subject, created_at) values ($1, $2, clock_timestamp())', [
    newID('ntc'),
    subject,
  ]);

beforeAll(async () => {
  kernel = await bootTestKernel({ why: 'another process of the same installation', plugins: [ledgerPlugin] });
  other = new Client({ connectionString: kernel.db.adminUrl });
  await other.connect();
});
afterAll(async () => {
  await other.end();
  await kernel.stop();
});

it('follows rights and sessions that another process changed, and tells what changed here', async () => {
  const person = await kernel.a.as('admin');
  const statusOf = async () => (await person.fetch(entries)).status;
  expect(await statusOf()).toBe(200);
  await other.query("update core.member set status = 'suspended' where user_id = $1", [person.userID]);
  expect(await statusOf()).toBe(200);
  kernel.followOthers();
  await tell(`access ${kernel.a.id}`);
  await until('The suspension', async () => (await statusOf()) === 403);

  await other.query("update core.member set status = 'active' where user_id = $1", [person.userID]);
  await tell(`access ${kernel.a.id}`);
  await until('The return', async () => (await statusOf()) === 200);
  await other.query("update core.session set revoked_at = now(), revoked_reason = 'signed_out' where user_id = $1", [
    person.userID,
  ]);
  expect(await statusOf()).toBe(200);
  await tell('sessions');
  await until('The end of the session', async () => (await statusOf()) === 401);

  forgetAccess(kernel.b.id);
  await until('The notice', async () => {
    const { rowCount } = await other.query('select from core.access_notice where subject = $1', [
      `access ${kernel.b.id}`,
    ]);
    return rowCount === 1;
  });
});
