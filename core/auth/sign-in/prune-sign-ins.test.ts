import { afterAll, beforeAll, expect, it } from 'vitest';
import { dayLength } from '../../contracts/texts/date.ts';
import { bootAuthFixture, codeOf, password } from '../auth-fixture.ts';
import { pruneSignIns, sweepLimits } from './prune-sign-ins.ts';

let auth: Awaited<ReturnType<typeof bootAuthFixture>>;
beforeAll(async () => {
  auth = await bootAuthFixture();
});
afterAll(() => auth.stop());

const prune = () => pruneSignIns(auth.kernel.database, auth.clock);
const countOf = async (table: string, userID: string): Promise<number> => {
  const where =
    table === 'refresh_token' ? 'session_id in (select id from core.session where user_id = $1)' : 'user_id = $1';
  return Number((await auth.admin.query(`select count(*) as n from core.${table} where ${where}`, [userID])).rows[0].n);
};
const tokensLeft = async (): Promise<number> =>
  Number((await auth.admin.query('select count(*) as n from core.refresh_token')).rows[0].n);

it('removes what nobody signs in with any more, a day after it ended', async () => {
  const { browser, id, email } = await auth.registered();
  await auth.admin.query('update core."user" set email_verified = false where id = $1', [id]);
  await browser.send('POST', '/auth/actions/request-code');
  await browser.send('POST', '/auth/actions/register', { name: 'Again', email, password });
  const registrations = async (): Promise<number> =>
    (await auth.admin.query('select 1 from core.pending_registration where email = $1', [email])).rows.length;
  await browser.send('DELETE', '/auth/refresh-tokens');
  expect([await countOf('session', id), await countOf('refresh_token', id)]).toEqual([1, 1]);
  auth.clock.advance(dayLength - 1000);
  await prune();
  expect(await countOf('session', id)).toBe(1);
  auth.clock.advance(2000);
  const before = await tokensLeft();
  await prune();
  expect([await countOf('session', id), before - (await tokensLeft())]).toEqual([0, 1]);
  // The mailed code was valid for ten minutes.
  expect([await countOf('verification_token', id), await registrations()]).toEqual([1, 1]);
  auth.clock.advance(600_000);
  await prune();
  expect([await countOf('verification_token', id), await registrations()]).toEqual([0, 0]);
});

it('removes sessions that ran out, with every token they had, and none that is alive', async () => {
  const gone = await auth.registered();
  await gone.browser.send('POST', '/auth/access-tokens');
  auth.clock.advance(30 * dayLength - 1000);
  const alive = await auth.registered();
  auth.clock.advance(dayLength + 2000);
  await prune();
  expect(await countOf('session', gone.id)).toBe(0);
  expect([await countOf('session', alive.id), await countOf('refresh_token', alive.id)]).toEqual([1, 1]);
  expect((await alive.browser.send('POST', '/auth/access-tokens')).status).toBe(200);
  expect(codeOf(await gone.browser.send('POST', '/auth/access-tokens'))).toBe('session_ended');
});

it('removes every window of a limit that is over, not a few of them', async () => {
  const past = new Date(auth.clock.now().getTime() - 1000);
  await auth.admin.query('delete from core.rate_limit');
  await auth.admin.query(
    `insert into core.rate_limit (key, points, window_ends_at) select 'old ' || n, 1, $1::timestamptz
      from generate_series(1, 120) n`,
    [past],
  );
  await auth.admin.query("insert into core.rate_limit (key, points, window_ends_at) values ('young', 1, $1)", [
    new Date(auth.clock.now().getTime() + 60_000),
  ]);
  await sweepLimits(auth.kernel.database, auth.clock);
  expect((await auth.admin.query('select key from core.rate_limit')).rows).toEqual([{ key: 'young' }]);
});
