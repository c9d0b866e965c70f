import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DomainProof } from '../../contracts/sign-in/identity-provider.contract.ts';
import { type OidcAnswer, openTestOidcProvider, type TestOidcProvider } from '../../testing/stand-ins/oidc-provider.ts';
import { type Browser, bootAuthFixture, codeOf, password, problemOf } from '../auth-fixture.ts';

let auth: Awaited<ReturnType<typeof bootAuthFixture>>;
let provider: TestOidcProvider;
beforeAll(async () => {
  [auth, provider] = await Promise.all([
    bootAuthFixture(),
    openTestOidcProvider('http://millwright.test/auth/provider'),
  ]);
});
afterAll(async () => {
  await auth.stop();
  await provider.close();
});

const roleNamed = async (accountID: string, code: string): Promise<string> =>
  (await auth.admin.query('select id from core.role where account_id = $1 and code = $2', [accountID, code])).rows[0]
    .id;

let made = 0;
const memberID = () => {
  made += 1;
  return `mem_01h455vb4pex5vsknk084s${String(made).padStart(4, '0')}`;
};

const set = (browser: Browser, change: object = {}) =>
  browser.send('PUT', '/v1/security/identity-provider', {
    issuer: provider.issuer,
    clientID: provider.client.id,
    clientSecret: provider.client.secret,
    domains: ['mill.test'],
    isEnabled: true,
    isOnlyWay: false,
    password,
    ...change,
  });

/** An account whose people sign in through the provider. */
async function withProvider(change: (roles: { user: string; scanner: string }) => object = () => ({})) {
  const admin = await auth.registered();
  const { slug } = (await admin.browser.tenancy()).currentAccount;
  const user = await roleNamed(admin.accountID, 'user');
  const scanner = await roleNamed(admin.accountID, 'scanner');
  domains += 1;
  const domain = `mill${domains}.test`;
  const setOwn = (more: object = {}) =>
    set(admin.browser, { domains: [domain], usualRoleID: user, ...change({ user, scanner }), ...more });
  const answer = await setOwn();
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  await prove(admin, domain);
  return { ...admin, slug, user, scanner, domain, set: setOwn };
}

let domains = 0;

const proveOnly = (browser: Browser, domain: string) =>
  browser.send<DomainProof>('POST', '/v1/security/identity-provider/actions/prove', { domain });

/** Proves that the domain belongs to the account. */
async function prove(admin: { browser: Browser; accountID: string }, domain: string): Promise<void> {
  auth.texts.set(`_millwright.${domain}`, [`millwright-account=${admin.accountID}`]);
  const proven = await proveOnly(admin.browser, domain);
  expect(proven.status, JSON.stringify(proven.body)).toBe(200);
}

const begin = (browser: Browser, account: string) =>
  browser.send<{ url: string }>('POST', '/auth/actions/begin-provider-sign-in', { account });
const end = (browser: Browser, query: string) => browser.send('POST', '/auth/actions/end-provider-sign-in', { query });

/** A complete sign-in as this subject, about whom the provider makes these claims. */
async function signIn(browser: Browser, account: string, subject: string, said?: OidcAnswer) {
  if (said) provider.people.set(subject, said);
  const { body } = await begin(browser, account);
  return end(browser, await provider.signIn(body.url, subject));
}

const roleOf = async (accountID: string, email: string): Promise<string | undefined> =>
  (
    await auth.admin.query(
      `select role.code from core.member
         join core.role on role.account_id = member.account_id and role.id = member.role_id
       where member.account_id = $1 and member.email = $2 and member.status = 'active'`,
      [accountID, email],
    )
  ).rows[0]?.code;

describe('signing in through the account’s own provider', () => {
  it('takes somebody new in with the role of their claim, and gives them another when it changes', async () => {
    const { accountID, slug, domain } = await withProvider(({ scanner }) => ({
      roleClaim: 'groups',
      roles: [{ value: 'floor', roleID: scanner }],
    }));
    const email = `new@${domain}`;
    const browser = auth.browser();
    const claims = { email, email_verified: true, name: 'New Person', groups: ['all', 'floor'] };
    const first = await signIn(browser, slug, 'sub-new', claims);
    expect(first.status, JSON.stringify(first.body)).toBe(200);
    expect((await browser.tenancy()).currentAccount.id).toBe(accountID);
    expect(await roleOf(accountID, email)).toBe('scanner');
    await signIn(auth.browser(), slug, 'sub-new', { ...claims, groups: [] });
    expect(await roleOf(accountID, email)).toBe('user');
    // The provider's subject identifies the person, not the email.
    const again = await signIn(auth.browser(), slug, 'sub-new', { ...claims, email: `renamed@${domain}` });
    expect(again.body).toMatchObject({ user: { email } });
    expect((await auth.browser().login(email, 'whatever it is')).status).toBe(401);
  });

  it('never opens a person whom it may not speak for', async () => {
    const { accountID, slug, domain } = await withProvider();
    const other = await auth.registered();
    const move = (id: string, email: string) =>
      auth.admin.query('update core."user" set email = $2 where id = $1', [id, email]);
    const email = `other@${domain}`;
    await move(other.id, email);
    const verified = { email, email_verified: true };
    const refusals: [OidcAnswer, string][] = [
      // A member of another account only, even with a verified email.
      [verified, 'provider_link_needed'],
      [{ ...verified, email_verified: false }, 'provider_email_refused'],
      [{ email: `new2@${domain}` }, 'provider_email_refused'],
      [{ email: 'new2@else.test', email_verified: true }, 'provider_email_refused'],
      [{}, 'provider_email_refused'],
    ];
    for (const [said, code] of refusals) {
      const browser = auth.browser();
      expect(codeOf(await signIn(browser, slug, 'sub-other', said)), JSON.stringify(said)).toBe(code);
      expect(browser.cookies.has('at')).toBe(false);
    }
    // A member of both accounts links the provider themselves; only then does it sign them in.
    await auth.addMember({ accountID, id: memberID(), email, role: 'user', userID: other.id });
    expect(codeOf(await signIn(auth.browser(), slug, 'sub-other', verified))).toBe('provider_link_needed');
    const link = (change: object = {}) =>
      other.browser.send<{ url: string }>('POST', '/v1/me/provider-links/actions/begin', { account: slug, ...change });
    expect(codeOf(await link())).toBe('invalid_input');
    expect(codeOf(await link({ password: 'another one' }))).toBe('wrong_password');
    // Only with claims that contain the person's verified email.
    for (const claims of [
      { ...verified, email: `else@${domain}` },
      { ...verified, email_verified: false },
    ]) {
      provider.people.set('sub-other', claims);
      const linking = await link({ password });
      const refused = await end(other.browser, await provider.signIn(linking.body.url, 'sub-other'));
      expect([refused.status, codeOf(refused)]).toEqual([403, 'provider_other_email']);
    }
    provider.people.set('sub-other', verified);
    const linking = await link({ password });
    expect((await end(other.browser, await provider.signIn(linking.body.url, 'sub-other'))).status).toBe(200);
    expect(await auth.lastMail(email, 'core.security-notice')).toMatchObject({
      title: 'A sign-in through your company was linked',
    });
    // A person who links the provider stays signed in as before.
    expect((await other.browser.send('GET', '/v1/me/sessions')).status).toBe(200);
    const linked = await signIn(auth.browser(), slug, 'sub-other');
    expect(linked.body).toMatchObject({ user: { id: other.id } });
    // The person removes the link with their password; then it no longer signs them in.
    const unlink = (change: object = {}) =>
      other.browser.send('POST', '/v1/me/provider-links/actions/remove', { account: slug, ...change });
    expect(codeOf(await unlink({ password: 'another one' }))).toBe('wrong_password');
    expect((await unlink({ password })).status).toBe(200);
    expect(codeOf(await unlink({ password }))).toBe('not_found');
    expect(await auth.eventsOf(other.id)).toContain('provider_unlinked');
    expect(codeOf(await signIn(auth.browser(), slug, 'sub-other', verified))).toBe('provider_link_needed');
    // A member of only this account is linked by the verified email, until they belong to other accounts.
    const single = await auth.registered();
    const own = `own@${domain}`;
    await move(single.id, own);
    await auth.admin.query(`delete from core.member where user_id = $1`, [single.id]);
    await auth.addMember({ accountID, id: memberID(), email: own, role: 'user', userID: single.id });
    const claims = { email: own, email_verified: true };
    expect((await signIn(auth.browser(), slug, 'sub-own', claims)).status).toBe(200);
    await auth.addMember({ accountID: other.accountID, id: memberID(), email: own, role: 'user' });
    expect(codeOf(await signIn(auth.browser(), slug, 'sub-own'))).toBe('provider_person_of_others');
  });

  it('leaves its own people what they came with, which nobody links or unlinks', async () => {
    const { slug, domain } = await withProvider();
    const claims = { email: `alone@${domain}`, email_verified: true };
    const browser = auth.browser();
    await signIn(browser, slug, 'sub-alone', claims);
    for (const action of ['begin', 'remove']) {
      const path = `/v1/me/provider-links/actions/${action}`;
      const refused = await browser.send('POST', path, { account: slug, password });
      expect([refused.status, codeOf(refused)], action).toEqual([403, 'provider_person_of_others']);
    }
    expect((await signIn(auth.browser(), slug, 'sub-alone')).status).toBe(200);
  });

  it('holds the answer to the browser, the state, the nonce and one use', async () => {
    const { slug, domain } = await withProvider();
    provider.people.set('sub-held', { email: `held@${domain}`, email_verified: true });
    const [victim, attacker] = [auth.browser(), auth.browser()];
    const query = await provider.signIn((await begin(attacker, slug)).body.url, 'sub-held');
    await begin(victim, slug);
    expect(codeOf(await end(victim, query))).toBe('challenge_ended');
    const wrong = query.replace(/code=[^&]+/, 'code=made-up');
    expect(codeOf(await end(attacker, wrong))).toBe('provider_refused');
    expect((await end(attacker, query)).status).toBe(200);
    expect(codeOf(await end(attacker, query))).toBe('challenge_ended');
    for (const nonsense of ['', 'state=x', '?error=access_denied'])
      expect(codeOf(await end(attacker, nonsense)), nonsense).toBe('challenge_ended');
    const late = await begin(attacker, slug);
    auth.clock.advance(600_000);
    expect(codeOf(await end(attacker, await provider.signIn(late.body.url, 'sub-held')))).toBe('challenge_ended');
  });

  it('is the only way in where the account says so, for staff who are no administrators', async () => {
    const { browser: admin, accountID, slug, domain } = await withProvider(() => ({ isOnlyWay: true }));
    const colleague = await auth.registered();
    await auth.addMember({ accountID, id: memberID(), email: colleague.email, role: 'user', userID: colleague.id });
    const here = { 'account-id': accountID };
    const refused = await colleague.browser.send('GET', '/v1/roles', undefined, here);
    expect([refused.status, codeOf(refused)]).toEqual([403, 'provider_sign_in_required']);
    expect(problemOf(refused).details).toEqual({ account: slug });
    expect((await admin.send('GET', '/v1/roles')).status).toBe(200);
    const through = auth.browser();
    await signIn(through, slug, 'sub-only', { email: `only@${domain}`, email_verified: true });
    expect((await through.send('GET', '/v1/roles')).status).toBe(200);
    expect(codeOf(await admin.send('DELETE', '/v1/security/identity-provider'))).toBe('invalid_input');
    expect((await admin.send('DELETE', '/v1/security/identity-provider', { password })).status).toBe(204);
    expect((await through.send('GET', '/v1/roles')).status).toBe(401);
    expect((await colleague.browser.send('GET', '/v1/roles', undefined, here)).status).toBe(200);
    expect(codeOf(await begin(through, slug))).toBe('provider_missing');
  });

  it('keeps its secret, takes no role that it may not give, and asks nothing inside this network', async () => {
    const { browser, accountID, user } = await withProvider();
    const { rows } = await auth.admin.query('select * from core.identity_provider where account_id = $1', [accountID]);
    expect(JSON.stringify(rows)).not.toContain(provider.client.secret);
    const read = await browser.send('GET', '/v1/security/identity-provider');
    expect(JSON.stringify(read.body)).not.toContain(provider.client.secret);
    expect(read.body).toMatchObject({ callbackURL: 'http://millwright.test/auth/provider', provider: { version: 1 } });
    const adminRole = await roleNamed(accountID, 'admin');
    const refused = await set(browser, { usualRoleID: adminRole, roles: [{ value: 'x', roleID: adminRole }] });
    expect(problemOf(refused).errors?.map(({ path }) => path)).toEqual(['roles.0.roleID', 'usualRoleID']);
    expect(codeOf(await set(browser, { version: 7 }))).toBe('stale_version');
    expect(codeOf(await set(browser, { isEnabled: false, isOnlyWay: true }))).toBe('invalid_input');
    for (const issuer of ['http://169.254.169.254/latest', 'https://10.0.0.1', `${provider.issuer}/elsewhere`])
      expect(codeOf(await set(browser, { issuer })), issuer).toBe('provider_unavailable');
    // The secret may be left out if one is stored.
    const kept = await set(browser, { clientSecret: undefined, usualRoleID: user, version: 1 });
    expect(kept.body).toMatchObject({ version: 2, usualRoleID: user });
    const stranger = await auth.registered();
    await auth.addMember({ accountID, id: memberID(), email: stranger.email, role: 'user', userID: stranger.id });
    const notTheirs = await stranger.browser.send('GET', '/v1/security/identity-provider', undefined, {
      'account-id': accountID,
    });
    expect(codeOf(notTheirs)).toBe('forbidden');
  });

  it('holds up nobody else while a provider thinks, and looks again at what changed meanwhile', async () => {
    const [slow, other] = [await withProvider(), await withProvider()];
    const coming = await Promise.all(
      Array.from({ length: 12 }, async (_, index) => {
        const browser = auth.browser();
        return { browser, url: (await begin(browser, slow.slug)).body.url, subject: `sub-slow-${index}` };
      }),
    );
    const queries: string[] = [];
    for (const [index, { url, subject }] of coming.entries()) {
      provider.people.set(subject, { email: `slow${index}@${slow.domain}`, email_verified: true });
      queries.push(await provider.signIn(url, subject));
    }
    const late = auth.browser();
    provider.people.set('sub-late', { email: `late@${other.domain}`, email_verified: true });
    const lateQuery = await provider.signIn((await begin(late, other.slug)).body.url, 'sub-late');
    const goOn = provider.hold();
    const answers = coming.map(({ browser }, index) => end(browser, queries[index] ?? ''));
    const twice = end(coming[0]?.browser as Browser, queries[0] ?? '');
    const changed = end(late, lateQuery);
    await expect.poll(() => provider.heldCount()).toBe(14);
    // More sign-ins wait than the pool has connections.
    expect((await auth.browser().login(slow.email, password)).status).toBe(200);
    expect((await begin(auth.browser(), slow.slug)).status).toBe(200);
    expect((await other.set({ clientID: 'another' })).status).toBe(200);
    goOn();
    const [first, ...rest] = (await Promise.all(answers)).map(({ status }) => status);
    expect(rest).toEqual(rest.map(() => 200));
    expect([first, (await twice).status].sort()).toEqual([200, 401]);
    expect(codeOf(await changed)).toBe('provider_refused');
  });

  it('asks those who have a second factor for it, but where the provider has asked for two', async () => {
    const { slug, browser: admin, domain } = await withProvider();
    const browser = auth.browser();
    const claims = { email: `two@${domain}`, email_verified: true };
    await signIn(browser, slug, 'sub-two', claims);
    const everyone = { secondFactor: { everyone: true, roleIDs: [], graceDays: 0 } };
    expect((await admin.send('PUT', '/v1/security/policy', everyone)).status).toBe(200);
    expect(codeOf(await browser.send('GET', '/v1/roles'))).toBe('second_factor_enrolment');
    const twice = auth.browser();
    await signIn(twice, slug, 'sub-two', { ...claims, amr: ['pwd', 'mfa'] });
    expect((await twice.send('GET', '/v1/roles')).status).toBe(200);
  });
});
