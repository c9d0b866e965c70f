import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { listMyInvitations } from '../../contracts/accounts/invitation.contract.ts';
import type { EndpointAnswer } from '../../contracts/endpoints/endpoint.ts';
import type { DomainProof, IdentityProviderView } from '../../contracts/sign-in/identity-provider.contract.ts';
import { dayLength } from '../../contracts/texts/date.ts';
import { until } from '../../testing/calls/until.ts';
import { openTestOidcProvider, type TestOidcProvider } from '../../testing/stand-ins/oidc-provider.ts';
import { type AuthAnswer, type Browser, bootAuthFixture, codeOf, password, problemOf } from '../auth-fixture.ts';
import { checkDomains } from './domain-proofs.ts';

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

type Person = Awaited<ReturnType<typeof auth.registered>>;

const settings = '/v1/security/identity-provider';
let made = 0;
const next = (): number => {
  made += 1;
  return made;
};
const memberID = () => `mem_01h455vb4pex5vsknk085s${String(next()).padStart(4, '0')}`;

const set = (browser: Browser, change: object = {}) =>
  browser.send<IdentityProviderView>('PUT', settings, {
    issuer: provider.issuer,
    clientID: provider.client.id,
    clientSecret: provider.client.secret,
    domains: ['mill.test'],
    isEnabled: true,
    isOnlyWay: false,
    password,
    ...change,
  });

const proveOnly = (browser: Browser, domain: string) =>
  browser.send<DomainProof>('POST', `${settings}/actions/prove`, { domain });

const publish = (domain: string, accountID: string): void =>
  void auth.texts.set(`_millwright.${domain}`, ['v=spf1 -all', `millwright-account=${accountID}`]);

const roleNamed = async (accountID: string, code: string): Promise<string> =>
  (await auth.admin.query('select id from core.role where account_id = $1 and code = $2', [accountID, code])).rows[0]
    .id;

/** An account with a provider, and optionally a domain that it has proven. */
async function hosted({ isProven = true }: { isProven?: boolean } = {}) {
  const host = await auth.registered();
  const { slug, name } = (await host.browser.tenancy()).currentAccount;
  const domain = `own${next()}.test`;
  const user = await roleNamed(host.accountID, 'user');
  const setOwn = (change: object = {}) => set(host.browser, { domains: [domain], usualRoleID: user, ...change });
  const answer = await setOwn();
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  if (isProven) {
    publish(domain, host.accountID);
    expect((await proveOnly(host.browser, domain)).status).toBe(200);
  }
  return { ...host, slug, name, domain, user, set: setOwn };
}

async function signIn(browser: Browser, slug: string, subject: string, email: string): Promise<AuthAnswer> {
  provider.people.set(subject, { email, email_verified: true, name: subject });
  const begun = await browser.send<{ url: string }>('POST', '/auth/actions/begin-provider-sign-in', { account: slug });
  expect(begun.status, JSON.stringify(begun.body)).toBe(200);
  const query = await provider.signIn(begun.body.url, subject);
  return browser.send('POST', '/auth/actions/end-provider-sign-in', { query });
}

async function link(browser: Browser, slug: string, subject: string, email: string): Promise<AuthAnswer> {
  provider.people.set(subject, { email, email_verified: true });
  const path = '/v1/me/provider-links/actions/begin';
  const begun = await browser.send<{ url: string }>('POST', path, { account: slug, password });
  expect(begun.status, JSON.stringify(begun.body)).toBe(200);
  const query = await provider.signIn(begun.body.url, subject);
  return browser.send('POST', '/auth/actions/end-provider-sign-in', { query });
}

const refusal = ({ status, body }: AuthAnswer): [number, string] => [status, (body as { code: string }).code];
const ofOthers: [number, string] = [403, 'provider_person_of_others'];

const member = (host: { accountID: string }, person: { id: string; email: string }, role = 'user') =>
  auth.addMember({ accountID: host.accountID, id: memberID(), email: person.email, role, userID: person.id });

const titlesTo = async (email: string) =>
  (await auth.mailsTo(email, 'core.security-notice')).map(({ title }) => title as string);

describe('a session through a provider', () => {
  it('works in the account of the provider alone, and says nothing about the person', async () => {
    const [host, other] = [await hosted(), await auth.registered()];
    // A member of both accounts, linked by themselves.
    const victim = await auth.registered();
    await member(host, victim);
    await member(other, victim);
    expect((await link(victim.browser, host.slug, 'sub-victim', victim.email)).status).toBe(200);
    const through = auth.browser();
    expect((await signIn(through, host.slug, 'sub-victim', victim.email)).status).toBe(200);
    // Without a header the session uses that account, whichever account the person has chosen.
    expect((await through.tenancy()).currentAccount.id).toBe(host.accountID);
    expect((await through.tenancy()).availableAccounts.map(({ id }) => id)).toEqual([host.accountID]);
    const elsewhere = { 'account-id': other.accountID };
    const refused = await through.send('GET', '/v1/roles', undefined, elsewhere);
    expect(refusal(refused)).toEqual(ofOthers);
    expect(problemOf(refused).message).toBe(`You came in through ${host.name}. Sign in yourself for this`);
    const mine: [string, string, object?][] = [
      ['PATCH', `/v1/users/${victim.id}`, { name: 'Somebody' }],
      ['PUT', '/auth/actions/update-password', { oldPassword: password, newPassword: 'purple otters dance at dawn' }],
      ['POST', '/v1/me/second-factor/actions/begin-app', { password }],
      ['GET', '/v1/me/second-factor'],
      ['GET', '/v1/me/passkeys'],
      ['GET', '/v1/me/invitations'],
      ['PUT', '/v1/me/tenancy', { accountID: host.accountID }],
      ['DELETE', `/v1/me/accounts/${other.accountID}`],
      ['GET', '/v1/me/sessions'],
    ];
    for (const [method, path, body] of mine) {
      expect(refusal(await through.send(method, path, body)), `${method} ${path}`).toEqual(ofOthers);
    }
    expect((await through.send('GET', '/v1/me')).status).toBe(200);
    // The session lasts for a working day.
    auth.clock.advance(12 * 3_600_000 - 1_000);
    expect((await through.send('POST', '/auth/access-tokens')).status).toBe(200);
    auth.clock.advance(2_000);
    expect((await through.send('POST', '/auth/access-tokens')).status).toBe(401);
  });

  it('ends when its person joins another account, and reads no invitation before', async () => {
    const [host, other] = [await hosted(), await auth.registered()];
    const email = `joins@${host.domain}`;
    const through = auth.browser();
    expect((await signIn(through, host.slug, 'sub-joins', email)).status).toBe(200);
    // The person that the provider created is unverified; the mail of the invitation verifies the email.
    const invited = await other.browser.send('POST', `/v1/accounts/${other.accountID}/users`, {
      name: 'Joins',
      email,
      roleID: await roleNamed(other.accountID, 'user'),
    });
    expect(invited.status, JSON.stringify(invited.body)).toBe(201);
    expect(refusal(await through.send('GET', '/v1/me/invitations'))).toEqual(ofOthers);
    const { rows } = await auth.admin.query(
      `select props from core.email_log where template = 'core.invitation' and recipients = $1`,
      [[email]],
    );
    const token = new URL(String(rows[0].props.link)).searchParams.get('token') ?? '';
    const refused = await through.send('POST', '/auth/actions/accept-invitation', { token });
    expect(refused.status, JSON.stringify(refused.body)).toBe(403);
    const own = auth.browser();
    const joined = await own.send('POST', '/auth/actions/register-invited', { token, name: 'Joins', password });
    expect(joined.status, JSON.stringify(joined.body)).toBe(201);
    expect((await through.send('GET', '/v1/me')).status).toBe(401);
    expect((await own.tenancy()).availableAccounts.map(({ id }) => id).sort()).toEqual(
      [host.accountID, other.accountID].sort(),
    );
    expect(await titlesTo(email)).toContain('You have joined an account');
    expect(codeOf(await signIn(auth.browser(), host.slug, 'sub-joins', email))).toBe('provider_link_needed');
  });

  it('ends with the provider: removed, switched off, of other domains or another client', async () => {
    const host = await hosted();
    const comeIn = async (): Promise<Browser> => {
      const browser = auth.browser();
      const answer = await signIn(browser, host.slug, 'sub-ends', `ends@${host.domain}`);
      expect(answer.status, JSON.stringify(answer.body)).toBe(200);
      return browser;
    };
    const changes = [
      { isEnabled: false },
      { domains: [host.domain, `more${next()}.test`] },
      { clientID: 'another', clientSecret: 'another' },
    ];
    for (const change of changes) {
      await host.set();
      const through = await comeIn();
      expect((await host.set({ usualRoleID: host.user })).status).toBe(200);
      expect((await through.send('GET', '/v1/me')).status).toBe(200);
      expect((await host.set(change)).status).toBe(200);
      expect((await through.send('GET', '/v1/me')).status, JSON.stringify(change)).toBe(401);
    }
    await host.set();
    const through = await comeIn();
    expect((await host.browser.send('DELETE', settings, { password })).status).toBe(204);
    expect((await through.send('GET', '/v1/me')).status).toBe(401);
    expect(await titlesTo(host.email)).toContain('The single sign-on of your account was changed');
  });

  it('makes nobody an administrator: not by email, by an invitation or by a role that is raised', async () => {
    const host = await hosted();
    const colleague = await auth.registered();
    await auth.admin.query('update core."user" set email = $2 where id = $1', [colleague.id, `boss@${host.domain}`]);
    await auth.admin.query('delete from core.member where user_id = $1', [colleague.id]);
    await member(host, { id: colleague.id, email: `boss@${host.domain}` }, 'admin');
    expect(codeOf(await signIn(auth.browser(), host.slug, 'sub-boss', `boss@${host.domain}`))).toBe(
      'provider_link_needed',
    );
    await auth.addMember({
      accountID: host.accountID,
      id: memberID(),
      email: `chief@${host.domain}`,
      role: 'admin',
      invitedAt: auth.clock.now(),
    });
    await host.set({ usualRoleID: null });
    expect(codeOf(await signIn(auth.browser(), host.slug, 'sub-chief', `chief@${host.domain}`))).toBe(
      'provider_no_member',
    );
    await host.set();
    const through = auth.browser();
    expect((await signIn(through, host.slug, 'sub-raised', `raised@${host.domain}`)).status).toBe(200);
    const { rows } = await auth.admin.query('select id from core.member where account_id = $1 and email = $2', [
      host.accountID,
      `raised@${host.domain}`,
    ]);
    const raised = await host.browser.send('PATCH', `/v1/accounts/${host.accountID}/users/${rows[0].id}`, {
      roleID: await roleNamed(host.accountID, 'admin'),
    });
    expect(raised.status, JSON.stringify(raised.body)).toBe(200);
    expect(refusal(await through.send('GET', '/v1/roles'))).toEqual([403, 'provider_link_needed']);
    expect(codeOf(await signIn(auth.browser(), host.slug, 'sub-raised', `raised@${host.domain}`))).toBe(
      'provider_link_needed',
    );
  });
});

describe('the settings of a provider', () => {
  const bodyOf = (host: Person) => ({
    issuer: provider.issuer,
    clientID: provider.client.id,
    clientSecret: provider.client.secret,
    domains: [`${host.accountID.slice(-6)}.test`.replaceAll('_', 'x')],
    isEnabled: true,
    isOnlyWay: false,
  });

  it('are for administrators in person, with their password, and all of them are mailed', async () => {
    const host = await auth.registered();
    const [deputy, guard] = [await auth.registered(), await auth.registered()];
    await member(host, deputy, 'admin');
    const role = await host.browser.send<{ id: string }>('POST', '/v1/roles', {
      name: 'Guard',
      type: 'user',
      permissions: [{ domain: 'security', ...allVerbs }],
    });
    expect(role.status, JSON.stringify(role.body)).toBe(201);
    await member(host, guard);
    await auth.admin.query('update core.member set role_id = $3 where account_id = $1 and user_id = $2', [
      ...[host.accountID, guard.id, role.body.id],
    ]);
    const here = { 'account-id': host.accountID };
    const asGuard = await guard.browser.send('PUT', settings, { ...bodyOf(host), password }, here);
    expect(refusal(asGuard)).toEqual([403, 'forbidden']);
    const key = await host.browser.send<{ id: string; secret: string }>('POST', '/v1/api-keys', {
      name: 'Key',
      scopes: ['security:read', 'security:update', 'security:delete'],
    });
    expect(key.status, JSON.stringify(key.body)).toBe(201);
    const byKey = { 'x-api-key': key.body.id, 'x-auth-secret': key.body.secret };
    const program = auth.browser();
    for (const [method, path, body] of [
      ['PUT', settings, { ...bodyOf(host), password }],
      ['POST', `${settings}/actions/prove`, { domain: 'mill.test' }],
      ['DELETE', settings, { password }],
    ] as const)
      expect(refusal(await program.send(method, path, body, byKey)), path).toEqual([403, 'forbidden']);
    expect((await program.send('GET', settings, undefined, byKey)).status).toBe(200);
    expect(codeOf(await set(host.browser, { ...bodyOf(host), password: undefined }))).toBe('invalid_input');
    expect(codeOf(await set(host.browser, { ...bodyOf(host), password: 'not mine at all' }))).toBe('wrong_password');
    expect((await set(host.browser, bodyOf(host))).status).toBe(200);
    for (const { email } of [host, deputy])
      expect(await titlesTo(email)).toContain('The single sign-on of your account was changed');
    expect(await titlesTo(guard.email)).toEqual([]);
  });

  it('are refused where the provider sends people anywhere but to https', async () => {
    const host = await auth.registered();
    for (const endpoint of ['javascript:alert(1)', 'http://198.51.100.7/authorize', 'not an address'])
      await provider.saying({ authorization_endpoint: endpoint }, async () => {
        const refused = await set(host.browser, bodyOf(host));
        expect(refusal(refused), endpoint).toEqual([409, 'provider_unavailable']);
      });
    // A provider that becomes unsafe later is not reported to strangers as an internal error.
    expect((await set(host.browser, bodyOf(host))).status).toBe(200);
    const { slug } = (await host.browser.tenancy()).currentAccount;
    auth.clock.advance(601_000);
    await provider.saying({ authorization_endpoint: 'javascript:alert(1)' }, async () => {
      const stranger = await auth.browser().send('POST', '/auth/actions/begin-provider-sign-in', { account: slug });
      expect(refusal(stranger)).toEqual([409, 'provider_unavailable']);
    });
  });
});

const allVerbs = { create: true, read: true, update: true, delete: true };

describe('a domain', () => {
  it('counts once its TXT record says whose it is, for one account', async () => {
    const host = await hosted({ isProven: false });
    const { domain } = host;
    const email = `cfo@${domain}`;
    const refused = async () => codeOf(await signIn(auth.browser(), host.slug, 'sub-cfo', email));
    expect(await refused()).toBe('provider_email_refused');
    const name = `_millwright.${domain}`;
    const value = `millwright-account=${host.accountID}`;
    const lies = [
      [],
      ['millwright-account=acc_somebody'],
      [`x${value}`],
      ['silence'],
      [`${'v'.repeat(4_000)}${value}`],
    ];
    for (const texts of lies) {
      auth.texts.set(name, texts);
      const answer = await proveOnly(host.browser, domain);
      expect(refusal(answer), texts[0]?.slice(0, 40)).toEqual([409, 'domain_unproven']);
      expect(problemOf(answer).details).toMatchObject({ name, value });
      expect(JSON.stringify(answer.body).length).toBeLessThan(1_500);
    }
    expect(await refused()).toBe('provider_email_refused');
    publish(domain, host.accountID);
    const proven = await proveOnly(host.browser, domain);
    expect(proven.body).toMatchObject({ domain, countsUntil: null, record: { name, value } });
    expect((await signIn(auth.browser(), host.slug, 'sub-cfo', email)).status).toBe(200);

    const other = await hosted({ isProven: false });
    await other.set({ domains: [domain] });
    auth.texts.set(name, [value, `millwright-account=${other.accountID}`]);
    expect(refusal(await proveOnly(other.browser, domain))).toEqual([409, 'domain_taken']);
    // After one account gives the domain up, the other can prove it.
    await host.set({ domains: [`left${next()}.test`] });
    expect((await proveOnly(other.browser, domain)).status).toBe(200);
  });

  it('is looked at every week; two misses end it, and silence does not', async () => {
    const host = await hosted();
    const name = `_millwright.${host.domain}`;
    const through = auth.browser();
    const week = async (texts: string[]): Promise<void> => {
      auth.texts.set(name, texts);
      auth.clock.advance(7 * dayLength);
      await host.browser.send('POST', '/auth/access-tokens');
      await checkDomains(auth.kernel.tenancy, { of: async (asked) => textsOf(asked) });
    };
    const value = `millwright-account=${host.accountID}`;
    await week(['silence']);
    await week(['another']);
    await week([value]);
    await week(['another']);
    const comeIn = () => signIn(through, host.slug, 'sub-week', `week@${host.domain}`);
    const before = await comeIn();
    expect(before.status, JSON.stringify(before.body)).toBe(200);
    await auth.admin.query(
      `update core.session set expires_at = expires_at + interval '8 days' where provider_account_id = $1`,
      [host.accountID],
    );
    await week([]);
    const { rows } = await auth.admin.query('select from core.email_domain where account_id = $1', [host.accountID]);
    expect(rows).toEqual([]);
    const alive = await auth.admin.query(
      'select from core.session where provider_account_id = $1 and revoked_at is null',
      [host.accountID],
    );
    expect(alive.rows).toEqual([]);
    expect(codeOf(await comeIn())).toBe('provider_email_refused');
    expect(await titlesTo(host.email)).toContain('The single sign-on of your account was changed');
  });

  it('whose people a provider has made leaves them free to register, which takes them over', async () => {
    const host = await hosted();
    const email = `cfo@${host.domain}`;
    const through = auth.browser();
    const first = await signIn(through, host.slug, 'sub-real', email);
    const { user } = first.body as { user: { id: string; emailVerified: boolean } };
    expect(user.emailVerified).toBe(false);
    const own = auth.browser();
    const answer = await auth.register(own, { name: 'Real Person', email, password });
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    expect(answer.body.user).toMatchObject({ id: user.id, name: 'Real Person', emailVerified: true });
    expect((await through.send('GET', '/v1/me')).status).toBe(401);
    expect(codeOf(await signIn(auth.browser(), host.slug, 'sub-real', email))).toBe('provider_link_needed');
    expect((await auth.browser().login(email, password)).status).toBe(200);
    const { currentAccount, availableAccounts } = await own.tenancy();
    expect(currentAccount.id).not.toBe(host.accountID);
    expect(availableAccounts).toHaveLength(2);
    const { body } = await own.send<EndpointAnswer<typeof listMyInvitations>>('GET', '/v1/me/invitations');
    expect(body.items).toEqual([]);
  });
});

const textsOf = (name: string): readonly string[] => {
  const found = auth.texts.get(name) ?? [];
  if (found.includes('silence')) throw new Error('timed out');
  return found;
};

describe('an own link', () => {
  it('is not written beside a reset that waits for it, or that it waits for', async () => {
    const host = await hosted();
    const colleague = await auth.registered();
    await member(host, colleague);
    provider.people.set('sub-beside', { email: colleague.email, email_verified: true });
    const begun = await colleague.browser.send<{ url: string }>('POST', '/v1/me/provider-links/actions/begin', {
      account: host.slug,
      password,
    });
    const query = await provider.signIn(begun.body.url, 'sub-beside');
    // A reset locks the person and then ends their challenges.
    await auth.admin.query('begin');
    await auth.admin.query('select from core."user" where id = $1 for update', [colleague.id]);
    const linking = colleague.browser.send('POST', '/auth/actions/end-provider-sign-in', { query });
    await until('the link waits for the person', async () => {
      const { rows } = await auth.admin.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return rows.length > 0;
    });
    await auth.admin.query('delete from core.sign_in_challenge where user_id = $1', [colleague.id]);
    await auth.admin.query('commit');
    expect(refusal(await linking)).toEqual([401, 'challenge_ended']);
    const { rows } = await auth.admin.query(
      `select from core.auth_link where user_id = $1 and provider like 'oidc:%'`,
      [colleague.id],
    );
    expect(rows).toEqual([]);
  });

  it('goes with a reset and a change of the password, whose mails say so', async () => {
    const host = await hosted();
    const colleague = await auth.registered();
    await member(host, colleague);
    const comeIn = () => signIn(auth.browser(), host.slug, `sub-${colleague.id}`, colleague.email);
    const linkIt = (browser: Browser) => link(browser, host.slug, `sub-${colleague.id}`, colleague.email);
    const mailed = async () => String((await auth.lastMail(colleague.email, 'core.security-notice'))['what']);
    expect((await linkIt(colleague.browser)).status).toBe(200);
    expect((await comeIn()).status).toBe(200);
    await colleague.browser.send('PUT', '/auth/actions/update-password', {
      oldPassword: password,
      newPassword: 'purple otters dance at dawn',
    });
    expect(await mailed()).toContain('single sign-on of your company is gone');
    expect((await comeIn()).status).toBe(403);
    await colleague.browser.send('PUT', '/auth/actions/update-password', {
      oldPassword: 'purple otters dance at dawn',
      newPassword: password,
    });
    expect(await mailed()).not.toContain('is gone');
    expect((await linkIt(colleague.browser)).status).toBe(200);
    await auth.browser().send('POST', '/auth/actions/request-password-reset', { identifier: colleague.email });
    const { link: mailedLink } = await auth.lastMail(colleague.email, 'core.password-reset');
    const token = new URL(String(mailedLink)).searchParams.get('token');
    const reset = await auth.browser().send('POST', '/auth/actions/reset-password', { token, password });
    expect(reset.status, JSON.stringify(reset.body)).toBe(200);
    expect(await mailed()).toContain('single sign-on of your company is gone');
    expect((await comeIn()).status).toBe(403);
  });
});
