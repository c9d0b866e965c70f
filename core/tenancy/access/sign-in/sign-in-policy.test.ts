import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Browser, bootAuthFixture, codeOf, password, problemOf } from '../../../auth/auth-fixture.ts';
import type { EndpointAnswer } from '../../../contracts/endpoints/endpoint.ts';
import type { MySecondFactor } from '../../../contracts/sign-in/second-factor.contract.ts';
import type { listSecurityMembers, SecurityPolicy } from '../../../contracts/sign-in/security.contract.ts';
import { dayLength, daysLater } from '../../../contracts/texts/date.ts';

let auth: Awaited<ReturnType<typeof bootAuthFixture>>;
beforeAll(async () => {
  auth = await bootAuthFixture();
});
afterAll(() => auth.stop());

const nobody = { everyone: false, roleIDs: [] as string[], graceDays: 7 };
const change = (browser: Browser, secondFactor: object, version?: number) =>
  browser.send<SecurityPolicy>('PUT', '/v1/security/policy', { secondFactor: { ...nobody, ...secondFactor }, version });
const roleNamed = async (accountID: string, code: string): Promise<string> =>
  (await auth.admin.query('select id from core.role where account_id = $1 and code = $2', [accountID, code])).rows[0]
    .id;
const work = (browser: Browser) => browser.send('GET', '/v1/api-keys');

/** Sets up the authenticator app like a person. */
async function setUpApp(browser: Browser): Promise<void> {
  const begun = await browser.send<{ secret: string }>('POST', '/v1/me/second-factor/actions/begin-app', { password });
  const code = new TOTP({ secret: Secret.fromBase32(begun.body.secret) }).generate({
    timestamp: auth.clock.now().getTime(),
  });
  const confirmed = await browser.send('POST', '/v1/me/second-factor/actions/confirm-app', { code });
  expect(confirmed.status, JSON.stringify(confirmed.body)).toBe(200);
}

let members = 0;
/** An account with an administrator and a colleague. */
async function team() {
  const [admin, user] = [await auth.registered(), await auth.registered()];
  members += 1;
  const id = `mem_01h455vb4pex5vsknk084sn0${String(members).padStart(2, '0')}`;
  await auth.addMember({ accountID: admin.accountID, id, email: user.email, role: 'user', userID: user.id });
  return { admin, user, here: { 'account-id': admin.accountID } };
}

describe('a second factor that an account requires', () => {
  it('gives grace, then refuses everything in it but setting one up', async () => {
    const { admin, user, here } = await team();
    const userRole = await roleNamed(admin.accountID, 'user');
    expect((await change(admin.browser, { roleIDs: [userRole] })).body).toMatchObject({ version: 1 });
    const inAccount = (path: string) => user.browser.send('GET', path, undefined, here);
    // During the grace period people can work and see the deadline.
    expect((await inAccount('/v1/api-keys')).status).toBe(200);
    const told = await user.browser.send<MySecondFactor>('GET', '/v1/me/second-factor', undefined, here);
    expect(told.body.required?.until).toBe(daysLater(auth.clock.now(), 7).toISOString());
    auth.clock.advance(7 * dayLength);
    await user.browser.login(user.email, password);
    for (const path of ['/v1/api-keys', '/v1/me/plugins', `/v1/accounts/${admin.accountID}`])
      expect(codeOf(await inAccount(path)), path).toBe('second_factor_enrolment');
    expect(problemOf(await inAccount('/v1/api-keys')).details).toHaveProperty('account');
    // The person's own account requires nothing, the administrator has another role, and programs have no second
    // factor.
    expect((await user.browser.send('GET', '/v1/api-keys', undefined, { 'account-id': user.accountID })).status).toBe(
      200,
    );
    await admin.browser.login(admin.email, password);
    expect((await work(admin.browser)).status).toBe(200);
    expect((await user.browser.send('GET', '/v1/me', undefined, here)).status).toBe(200);
    // A session in another browser needs its own confirmation.
    const elsewhere = user.browser.copy();
    elsewhere.cookies.clear();
    await elsewhere.login(user.email, password);
    await setUpApp(user.browser);
    expect((await inAccount('/v1/api-keys')).status).toBe(200);
    expect(codeOf(await elsewhere.send('GET', '/v1/api-keys', undefined, here))).toBe('session_unconfirmed');
  });

  it('reaches everyone, without grace at once, and who required it may take it back once they have one', async () => {
    const { admin } = await team();
    const on = await change(admin.browser, { everyone: true, graceDays: 0 });
    expect(on.body).toMatchObject({ secondFactor: { everyone: true, graceDays: 0 }, version: 1 });
    expect(codeOf(await change(admin.browser, nobody))).toBe('second_factor_enrolment');
    await setUpApp(admin.browser);
    expect(codeOf(await change(admin.browser, nobody, 7))).toBe('stale_version');
    expect((await change(admin.browser, nobody, 1)).body).toMatchObject({ secondFactor: nobody, version: 2 });
  });

  it('keeps the day it began for those it reached before', async () => {
    const { admin } = await team();
    const [userRole, adminRole] = [await roleNamed(admin.accountID, 'user'), await roleNamed(admin.accountID, 'admin')];
    await change(admin.browser, { roleIDs: [userRole] });
    const began = auth.clock.now().toISOString();
    auth.clock.advance(2 * dayLength);
    await admin.browser.login(admin.email, password);
    await change(admin.browser, { roleIDs: [userRole, adminRole] });
    const { rows } = await auth.admin.query(
      'select second_factor_since from core.sign_in_policy where account_id = $1',
      [admin.accountID],
    );
    const now = auth.clock.now().toISOString();
    expect(rows[0].second_factor_since).toEqual({ [userRole]: began, [adminRole]: now });
  });

  it('is for who may change security, of roles that there are, and shows who has what', async () => {
    const { admin, user, here } = await team();
    const refused = await user.browser.send('GET', '/v1/security/members', undefined, here);
    expect([refused.status, codeOf(refused)]).toEqual([403, 'forbidden']);
    const stranger = await roleNamed(user.accountID, 'user');
    const wrong = await change(admin.browser, { roleIDs: [stranger], graceDays: 7 });
    expect(problemOf(wrong).errors).toEqual([{ path: 'secondFactor.roleIDs.0', message: 'There is no such role' }]);
    await setUpApp(admin.browser);
    await change(admin.browser, { roleIDs: [await roleNamed(admin.accountID, 'scanner')] });
    const unreached = await admin.browser.send('GET', '/v1/security/members?secondFactor=none');
    expect(unreached.body).toMatchObject({ count: 1, items: [{ email: user.email, graceUntil: null }] });
    await change(admin.browser, { everyone: true });
    const list = async (query = '') =>
      (await admin.browser.send<EndpointAnswer<typeof listSecurityMembers>>('GET', `/v1/security/members${query}`))
        .body;
    const { items, count } = await list('?sortBy=email');
    expect(count).toBe(2);
    expect(items.map(({ email, secondFactor, lastMethod }) => [email, secondFactor, lastMethod])).toEqual(
      [
        [admin.email, 'set_up', 'password'],
        [user.email, 'grace', 'password'],
      ].sort(),
    );
    expect((await list('?secondFactor=grace')).items.map(({ email }) => email)).toEqual([user.email]);
    expect((await list(`?query=${user.email}`)).count).toBe(1);
  });
});
