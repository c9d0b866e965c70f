import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resetSecondFactor } from '../../boot/index.ts';
import type { EndpointAnswer } from '../../contracts/endpoints/endpoint.ts';
import type {
  addPasskey,
  beginPasskey,
  beginPasskeySignIn,
  listMyPasskeys,
} from '../../contracts/sign-in/passkey.contract.ts';
import { type MySecondFactor, signInChallenge } from '../../contracts/sign-in/second-factor.contract.ts';
import { type AuthenticatorFault, TestAuthenticator } from '../../testing/stand-ins/authenticator.ts';
import { type Browser, bootAuthFixture, codeOf, password, problemOf } from '../auth-fixture.ts';

let auth: Awaited<ReturnType<typeof bootAuthFixture>>;
beforeAll(async () => {
  auth = await bootAuthFixture();
});
afterAll(() => auth.stop());

const origin = 'http://millwright.test';
const begin = (browser: Browser, body: object = { password }) =>
  browser.send<EndpointAnswer<typeof beginPasskey>>('POST', '/v1/me/passkeys/actions/begin', body);

const add = async (browser: Browser, name = 'Laptop', { key = new TestAuthenticator(origin), fault = {} } = {}) => {
  const { body } = await begin(browser);
  const added = await browser.send<EndpointAnswer<typeof addPasskey>>('POST', '/v1/me/passkeys', {
    challenge: body.challenge,
    name,
    answer: key.create(body.options, fault),
  });
  return { key, added };
};

const withPasskey = async () => {
  const person = await auth.registered();
  const { key, added } = await add(person.browser);
  expect(added.status, JSON.stringify(added.body)).toBe(201);
  return { ...person, key, id: person.id, passkey: added.body.passkey, codes: added.body.recoveryCodes ?? [] };
};

const beginSignIn = async (browser: Browser) =>
  (await browser.send<EndpointAnswer<typeof beginPasskeySignIn>>('POST', '/auth/actions/begin-passkey-sign-in')).body;

const signIn = async (browser: Browser, key: TestAuthenticator, fault: AuthenticatorFault = {}) => {
  const { challenge, options } = await beginSignIn(browser);
  return browser.send('POST', '/auth/actions/sign-in-by-passkey', { challenge, answer: key.get(options, fault) });
};

/** Signs in with the right password and returns the request for the second factor. */
const givePassword = async (browser: Browser, email: string) => {
  const answer = await browser.login(email, password);
  expect([answer.status, codeOf(answer)]).toEqual([401, 'second_factor_required']);
  return signInChallenge.parse(problemOf(answer).details);
};

const factorOf = async (browser: Browser) => (await browser.send<MySecondFactor>('GET', '/v1/me/second-factor')).body;

describe('passkeys', () => {
  it('sign in alone, whoever asks, and are listed with when they were used', async () => {
    const { key, email, id, codes } = await withPasskey();
    expect(codes).toHaveLength(10);
    expect((await auth.lastMail(email, 'core.security-notice'))['title']).toBe('A passkey was added');
    const other = auth.browser();
    expect((await signIn(other, key)).status).toBe(200);
    expect((await other.send<{ id: string }>('GET', '/v1/me')).body.id).toBe(id);
    const listed = (await other.send<EndpointAnswer<typeof listMyPasskeys>>('GET', '/v1/me/passkeys')).body;
    expect(listed).toMatchObject({ count: 1, address: origin, items: [{ name: 'Laptop', isSynced: false }] });
    expect(listed.items[0]?.lastUsedAt).not.toBeNull();
    expect(await factorOf(other)).toMatchObject({ passkeys: 1, isConfirmed: true, hasPassword: true });
    const { rows } = await auth.admin.query(
      `select method, second_factor from core.session where user_id = $1 and revoked_at is null order by created_at`,
      [id],
    );
    // The session that added the passkey is confirmed as well.
    expect(rows).toEqual([
      { method: 'password', second_factor: 'passkey' },
      { method: 'passkey', second_factor: 'passkey' },
    ]);
    expect(await auth.eventsOf(id)).toContain('passkey_added');
  });

  it('confirm a sign-in by password, for their own person only', async () => {
    const [one, two] = [await withPasskey(), await withPasskey()];
    const browser = auth.browser();
    const asked = await givePassword(browser, one.email);
    expect(asked.methods).toEqual(['passkey', 'recovery']);
    expect(asked.passkey?.allowCredentials?.map(({ id }) => id)).toEqual([one.key.id]);
    const confirm = (answer: object) =>
      browser.send('POST', '/auth/actions/confirm-sign-in-by-passkey', { challenge: asked.challenge, answer });
    const { challenge } = asked.passkey ?? { challenge: '' };
    expect(codeOf(await confirm(two.key.get({ challenge })))).toBe('passkey_refused');
    // User verification (finger, face or PIN) is optional here, because the password was given.
    const answer = one.key.get({ challenge }, { isUnverified: true });
    expect((await confirm(answer)).status).toBe(200);
    expect(codeOf(await confirm(answer))).toBe('challenge_ended');
    // A recovery code replaces the passkey.
    const without = auth.browser();
    const again = await givePassword(without, one.email);
    const body = { challenge: again.challenge, code: one.codes[0] };
    expect((await without.send('POST', '/auth/actions/confirm-sign-in', body)).status).toBe(200);
  });

  it('are refused from another page, unverified, forged, copied, used twice, late, or with nothing right', async () => {
    const { key } = await withPasskey();
    const browser = auth.browser();
    expect((await signIn(browser, key, { count: 7 })).status).toBe(200);
    for (const fault of [{ origin: 'https://evil.test' }, { isUnverified: true }, { count: 7 }, { count: 3 }])
      expect(codeOf(await signIn(browser, key, { count: 9, ...fault })), JSON.stringify(fault)).toBe('passkey_refused');
    expect(codeOf(await signIn(browser, new TestAuthenticator(origin)))).toBe('passkey_refused');

    const { challenge, options } = await beginSignIn(browser);
    const send = (answer: object) => browser.send('POST', '/auth/actions/sign-in-by-passkey', { challenge, answer });
    const answer = key.get(options, { count: 20 });
    const forged = { ...answer, response: { ...answer.response, signature: answer.response.signature.slice(0, -4) } };
    const nonsense = { ...answer, response: { ...answer.response, authenticatorData: 'AAAA', clientDataJSON: 'AAAA' } };
    for (const wrong of [forged, nonsense]) expect(codeOf(await send(wrong))).toBe('passkey_refused');
    const statuses = await Promise.all([send(answer), send(answer)].map(async (sent) => (await sent).status));
    expect(statuses.sort()).toEqual([200, 401]);

    const late = await beginSignIn(browser);
    auth.clock.advance(300_000);
    const body = { challenge: late.challenge, answer: key.get(late.options, { count: 30 }) };
    expect(codeOf(await browser.send('POST', '/auth/actions/sign-in-by-passkey', body))).toBe('challenge_ended');
  });

  it('are set up with the password, for this page, with finger, face or PIN, and once', async () => {
    const { browser, key } = await withPasskey();
    expect(codeOf(await begin(browser, {}))).toBe('invalid_input');
    expect(codeOf(await begin(browser, { password: 'not the password' }))).toBe('wrong_password');
    for (const fault of [{ origin: 'https://evil.test' }, { isUnverified: true }])
      expect(codeOf((await add(browser, 'Phone', { fault })).added)).toBe('passkey_refused');
    expect(codeOf((await add(browser, 'Same', { key })).added)).toBe('passkey_known');
    // The challenge of another person's set-up is not accepted.
    const stranger = await auth.registered();
    const { body } = await begin(stranger.browser);
    const answer = new TestAuthenticator(origin).create(body.options);
    const stolen = { challenge: body.challenge, name: 'Phone', answer };
    expect(codeOf(await browser.send('POST', '/v1/me/passkeys', stolen))).toBe('challenge_ended');
    // The second passkey creates no new codes.
    expect((await add(browser, 'Phone')).added.body.recoveryCodes).toBeNull();
  });

  it('are renamed and removed by their person; the last one takes the recovery codes along', async () => {
    const { browser, email, id, passkey } = await withPasskey();
    const path = `/v1/me/passkeys/${passkey.id}`;
    const stranger = await withPasskey();
    expect((await stranger.browser.send('PATCH', path, { name: 'Mine' })).status).toBe(404);
    expect((await stranger.browser.send('POST', `${path}/actions/remove`, { password })).status).toBe(404);
    expect((await browser.send('PATCH', path, { name: 'Work laptop' })).body).toMatchObject({ name: 'Work laptop' });
    expect((await browser.send('POST', `${path}/actions/remove`, { password })).status).toBe(200);
    expect(await factorOf(browser)).toMatchObject({ passkeys: 0, recoveryCodesLeft: 0 });
    expect((await auth.browser().login(email, password)).status).toBe(200);
    expect(await auth.eventsOf(id)).toContain('passkey_removed');
  });

  it('are changed from a sign-in only that a second factor has confirmed', async () => {
    const person = await auth.registered();
    const elsewhere = auth.browser();
    await elsewhere.login(person.email, password);
    const { key, added } = await add(person.browser);
    expect(codeOf(await begin(elsewhere))).toBe('session_unconfirmed');
    const remove = `/v1/me/passkeys/${added.body.passkey.id}/actions/remove`;
    expect(codeOf(await elsewhere.send('POST', remove, { password }))).toBe('session_unconfirmed');
    const begun = await elsewhere.send<EndpointAnswer<typeof beginPasskeySignIn>>(
      'POST',
      '/v1/me/passkeys/actions/begin-confirmation',
    );
    const { challenge, options } = begun.body;
    const confirmation = { challenge, answer: key.get(options) };
    // The confirmation applies to this person's session and signs nobody in.
    const signingIn = await auth.browser().send('POST', '/auth/actions/sign-in-by-passkey', confirmation);
    expect(codeOf(signingIn)).toBe('challenge_ended');
    const confirm = await elsewhere.send('POST', '/v1/me/passkeys/actions/confirm-session', confirmation);
    expect(confirm.status).toBe(200);
    expect((await begin(elsewhere)).status).toBe(200);
  });

  it('go when the operator resets the second factor, and need a name', async () => {
    const { email, key } = await withPasskey();
    expect(await resetSecondFactor(auth.kernel.tenancy, email)).toBe(true);
    expect(codeOf(await signIn(auth.browser(), key))).toBe('passkey_refused');
    auth.kernel.setBaseURL('http://10.0.0.5:4000');
    expect(codeOf(await auth.browser().send('POST', '/auth/actions/begin-passkey-sign-in'))).toBe(
      'passkeys_unavailable',
    );
    auth.kernel.setBaseURL(origin);
  });
});
