import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EndpointAnswer } from '../../contracts/endpoints/endpoint.ts';
import type { refreshAuthAccessToken } from '../../contracts/sign-in/auth.contract.ts';
import { type AuthAnswer, type Browser, bootAuthFixture, codeOf, password } from '../auth-fixture.ts';

let auth: Awaited<ReturnType<typeof bootAuthFixture>>;
beforeAll(async () => {
  auth = await bootAuthFixture();
});
afterAll(() => auth.stop());

const resetTokenOf = async (email: string): Promise<string> =>
  String((await auth.lastMail(email, 'core.password-reset'))['link']).split('token=')[1] as string;

describe('sessions', () => {
  it('need a refresh after ten minutes and end for good after their days', async () => {
    const { browser } = await auth.registered();
    auth.clock.advance(599_000);
    expect((await browser.send('GET', '/v1/me')).status).toBe(200);
    auth.clock.advance(1_000);
    expect((await browser.send('GET', '/v1/me')).status).toBe(401);
    const before = browser.cookies.get('rt');
    expect((await browser.send('POST', '/auth/access-tokens')).body).toEqual({ status: 'refreshed' });
    expect(browser.cookies.get('rt')).not.toBe(before);
    expect((await browser.send('GET', '/v1/me')).status).toBe(200);
    auth.clock.advance((30 * 86_400 - 600) * 1000);
    const over = await browser.send('POST', '/auth/access-tokens');
    expect([over.status, codeOf(over)]).toEqual([401, 'session_ended']);
    expect([...browser.cookies.keys()]).toEqual(['dv']);
  });

  it('gives twenty parallel refreshes of one token one successor', async () => {
    const { browser, id } = await auth.registered();
    const twins = Array.from({ length: 20 }, () => browser.copy());
    const answers = await Promise.all(
      twins.map((twin) => twin.send<EndpointAnswer<typeof refreshAuthAccessToken>>('POST', '/auth/access-tokens')),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(answers.filter(({ body }) => body.status === 'refreshed')).toHaveLength(1);
    for (const answer of answers)
      expect(answer.headers.getSetCookie()).toHaveLength(answer.body.status === 'refreshed' ? 2 : 0);
    const { rows } = await auth.admin.query(
      `select count(*)::int as n, count(rotated_at)::int as rotated from core.refresh_token
        where session_id in (select id from core.session where user_id = $1)`,
      [id],
    );
    expect(rows).toEqual([{ n: 2, rotated: 1 }]);
    const winner = twins.find((_, index) => answers[index]?.body.status === 'refreshed') as Browser;
    expect((await winner.send('POST', '/auth/access-tokens')).body).toEqual({ status: 'refreshed' });
  });

  it('end when an old token is replayed after fifteen seconds: for both holders, on record and by mail', async () => {
    const { browser, email, id } = await auth.registered();
    const thief = browser.copy();
    await browser.send('POST', '/auth/access-tokens');
    auth.clock.advance(15_000);
    expect((await thief.copy().send('POST', '/auth/access-tokens')).body).toEqual({ status: 'raced' });
    auth.clock.advance(1_000);
    expect((await thief.send('POST', '/auth/access-tokens')).status).toBe(401);
    expect([...thief.cookies.keys()]).toEqual(['dv']);
    expect((await browser.send('GET', '/v1/me')).status).toBe(401);
    expect(codeOf(await browser.send('POST', '/auth/access-tokens'))).toBe('session_ended');
    expect(await auth.eventsOf(id)).toContain('refresh_token_reused');
    expect((await auth.lastMail(email, 'core.security-notice'))['title']).toBe('A session was ended');
  });

  it('end in every process within ten seconds', async () => {
    const { browser } = await auth.registered();
    const second = await auth.secondKernel();
    const window = browser.copy();
    expect(await second.core.auth.authenticate(window.cookies)).toMatchObject({ via: 'cookie' });
    await browser.send('DELETE', '/auth/refresh-tokens');
    auth.clock.advance(10_000);
    expect(await second.core.auth.authenticate(window.cookies)).toBeUndefined();
    await second.close();
  });

  it('have cookies that no other site can plant where the site is served over https', async () => {
    const { email } = await auth.registered();
    const secure = await auth.secondKernel('https://millwright.test');
    const answer = await secure.api.request('https://millwright.test/auth/actions/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ identifier: email, password }),
    });
    const lines = answer.headers.getSetCookie();
    expect(lines.map((line) => line.split('=')[0]).sort()).toEqual(['__Host-at', '__Host-dv', '__Host-rt']);
    for (const line of lines)
      for (const part of ['HttpOnly', 'Secure', 'SameSite=Lax', 'Path=/']) expect(line.split('; ')).toContain(part);
    const cookie = lines.map((line) => line.split(';')[0]).join('; ');
    expect((await secure.api.request('https://millwright.test/v1/me', { headers: { cookie } })).status).toBe(200);
    await secure.close();
  });

  it('are nothing for a forged or missing token', async () => {
    expect((await auth.browser().send('POST', '/auth/access-tokens')).status).toBe(401);
    const forger = auth.browser();
    forger.cookies.set('rt', 'x'.repeat(43));
    expect((await forger.send('POST', '/auth/access-tokens')).status).toBe(401);
    forger.cookies.set('at', 'a.b.c');
    expect((await forger.send('GET', '/v1/me')).status).toBe(401);
  });

  it('end at once on signing out, and signing out twice is no error', async () => {
    const { browser } = await auth.registered();
    const window = browser.copy();
    expect((await window.send('GET', '/v1/me')).status).toBe(200);
    const answer = await browser.send('DELETE', '/auth/refresh-tokens');
    expect([answer.status, answer.body]).toEqual([200, { success: true }]);
    expect([...browser.cookies.keys()]).toEqual(['dv']);
    expect((await window.send('GET', '/v1/me')).status).toBe(401);
    expect((await window.send('POST', '/auth/access-tokens')).status).toBe(401);
    expect((await browser.send('DELETE', '/auth/refresh-tokens')).status).toBe(200);
  });
});

describe('passwords', () => {
  it('change with the old one; other sessions end, this one stays', async () => {
    const { browser, email } = await auth.registered();
    const elsewhere = auth.browser();
    await elsewhere.login(email, password);
    const wrong = await browser.send('PUT', '/auth/actions/update-password', {
      oldPassword: 'not the password',
      newPassword: 'lantern pebble fjord',
    });
    expect([wrong.status, codeOf(wrong)]).toEqual([400, 'wrong_password']);
    const weak = await browser.send('PUT', '/auth/actions/update-password', {
      oldPassword: password,
      newPassword: 'aaaaaaaaaaaa',
    });
    expect([weak.status, codeOf(weak)]).toEqual([400, 'weak_password']);
    const changed = await browser.send('PUT', '/auth/actions/update-password', {
      oldPassword: password,
      newPassword: 'lantern pebble fjord',
    });
    expect([changed.status, changed.body]).toEqual([200, { success: true }]);
    expect((await elsewhere.send('GET', '/v1/me')).status).toBe(401);
    expect((await browser.send('GET', '/v1/me')).status).toBe(200);
    expect((await auth.browser().login(email, password)).status).toBe(401);
    expect((await auth.browser().login(email, 'lantern pebble fjord')).status).toBe(200);
    expect((await auth.lastMail(email, 'core.security-notice'))['title']).toBe('Your password was changed');
  });

  it('reset once with the mailed token, within an hour; every session ends', async () => {
    const { browser, email } = await auth.registered();
    expect(
      (await auth.browser().send('POST', '/auth/actions/request-password-reset', { identifier: email })).body,
    ).toEqual({ success: true });
    const token = await resetTokenOf(email);
    const weak = await auth.browser().send('POST', '/auth/actions/reset-password', { token, password: 'password1234' });
    expect(codeOf(weak)).toBe('weak_password');
    expect(
      (await auth.browser().send('POST', '/auth/actions/reset-password', { token, password: 'lantern pebble fjord' }))
        .body,
    ).toEqual({ success: true });
    expect((await browser.send('GET', '/v1/me')).status).toBe(401);
    expect(
      codeOf(
        await auth.browser().send('POST', '/auth/actions/reset-password', { token, password: 'another good one' }),
      ),
    ).toBe('reset_token_invalid');
    const answer = await auth.browser().login(email, 'lantern pebble fjord');
    expect(answer.body.user.emailVerified).toBe(true);
    await auth.browser().send('POST', '/auth/actions/request-password-reset', { identifier: email });
    auth.clock.advance(3_600_000);
    const late = await resetTokenOf(email);
    expect(codeOf(await auth.browser().send('POST', '/auth/actions/reset-password', { token: late, password }))).toBe(
      'reset_token_invalid',
    );
  });

  it('say nothing about who exists; three mails an hour, and others who ask keep nobody out', async () => {
    const { email } = await auth.registered();
    for (const identifier of [email, 'ghost@example.com']) {
      const answers: AuthAnswer[] = [];
      for (let request = 0; request < 4; request += 1)
        answers.push(await auth.browser().send('POST', '/auth/actions/request-password-reset', { identifier }));
      expect(answers.map(({ status, body }) => [status, body])).toEqual(answers.map(() => [200, { success: true }]));
    }
    expect(await auth.mailsTo('ghost@example.com', 'core.password-reset')).toEqual([]);
    expect(await auth.mailsTo(email, 'core.password-reset')).toHaveLength(3);
    const token = await resetTokenOf(email);
    const reset = await auth.browser().send('POST', '/auth/actions/reset-password', {
      token,
      password: 'lantern pebble fjord',
    });
    expect(reset.body).toEqual({ success: true });
    expect((await auth.browser().login(email, 'lantern pebble fjord')).status).toBe(200);
  });

  it('of a member only, where an account is named', async () => {
    const { browser, email } = await auth.registered();
    const { slug } = (await browser.tenancy()).currentAccount;
    const resets = async () => (await auth.mailsTo(email, 'core.password-reset')).length;
    await auth.browser().send('POST', '/auth/actions/request-password-reset', {
      identifier: email,
      accountSlug: 'no-such-account',
    });
    expect(await resets()).toBe(0);
    await auth.browser().send('POST', '/auth/actions/request-password-reset', { identifier: email, accountSlug: slug });
    expect(await resets()).toBe(1);
  });
});
