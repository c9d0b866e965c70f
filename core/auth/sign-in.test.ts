import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Person } from '../contracts/auth.contract.ts';
import { bootAuthFixture, codeOf, password, problemOf } from './auth-fixture.ts';
import { limitKey } from './limiter.ts';
import { hashToken } from './secret-token.ts';

let auth: Awaited<ReturnType<typeof bootAuthFixture>>;
beforeAll(async () => {
  auth = await bootAuthFixture();
});
afterAll(() => auth.stop());

describe('register', () => {
  it('creates a person with an account of their own, signed in, and mails a code', async () => {
    const { browser, email, id } = await auth.registered();
    const me = await browser.send<Person>('GET', '/v1/me');
    expect(me.status).toBe(200);
    expect(me.body).toMatchObject({
      id,
      email,
      emailVerified: false,
      isOperator: false,
      username: null,
      colorScheme: 'auto',
      preferences: {},
    });
    const tenancy = await browser.tenancy();
    expect(tenancy.currentAccount).toMatchObject({
      name: me.body.name,
      roleType: 'admin',
      plan: 'free',
      onboardingStatus: 'pending',
    });
    expect(tenancy.availableAccounts).toEqual([{ id: tenancy.currentAccount.id, name: me.body.name }]);
    expect((await auth.lastMail(email, 'core.verification-code'))['code']).toMatch(/^\d{6}$/);
    expect(await auth.eventsOf(id)).toContain('registered');
  });

  it('sets HttpOnly cookies and never shows a secret', async () => {
    const browser = auth.browser();
    const answer = await browser.send('POST', '/auth/actions/register', {
      name: 'Quiet',
      email: 'quiet@example.com',
      password,
    });
    const lines = answer.headers.getSetCookie();
    expect(lines.map((line) => line.split('=')[0]).sort()).toEqual(['at', 'rt']);
    for (const line of lines) expect(line).toMatch(/HttpOnly.*SameSite=Lax|SameSite=Lax.*HttpOnly/);
    expect(JSON.stringify(answer.body)).not.toMatch(/hash|argon/i);
    const { rows } = await auth.admin.query('select token_hash from core.refresh_token where token_hash = $1', [
      hashToken(browser.cookies.get('rt') as string),
    ]);
    expect(rows).toHaveLength(1);
  });

  it('refuses a taken address, weak passwords and unknown fields, field by field', async () => {
    const { email } = await auth.registered();
    const browser = auth.browser();
    const taken = await browser.send('POST', '/auth/actions/register', {
      name: 'Twin',
      email: email.toUpperCase(),
      password,
    });
    expect([taken.status, codeOf(taken)]).toEqual([409, 'email_taken']);
    const weak = await browser.send('POST', '/auth/actions/register', {
      name: 'Twin',
      email: 'twin@example.com',
      password: 'password1234',
    });
    expect([weak.status, codeOf(weak), problemOf(weak).errors]).toEqual([
      400,
      'weak_password',
      [{ path: 'password', message: 'This password is too common' }],
    ]);
    const wrong = await browser.send('POST', '/auth/actions/register', {
      name: '',
      email: 'no',
      password: 'short',
      role: 'admin',
    });
    expect(wrong.status).toBe(400);
    expect(
      problemOf(wrong)
        .errors.map(({ path }) => path)
        .sort(),
    ).toEqual(['email', 'name', 'password', 'role']);
    const { rows } = await auth.admin.query('select 1 from core."user" where email like \'twin%\'');
    expect(rows).toEqual([]);
  });

  it('gives parallel registrations of one address to one of them', async () => {
    const answers = await Promise.all(
      [1, 2].map(() =>
        auth.browser().send('POST', '/auth/actions/register', { name: 'Same', email: 'same@example.com', password }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    const { rows } = await auth.admin.query("select count(*)::int as n from core.account where name = 'Same'");
    expect(rows).toEqual([{ n: 1 }]);
  });
});

describe('verify-code', () => {
  it('takes five wrong tries, then not even the right code; a new code works', async () => {
    const { browser, email } = await auth.registered();
    const { code } = await auth.lastMail(email, 'core.verification-code');
    const wrong = code === '000000' ? '000001' : '000000';
    for (let attempt = 0; attempt < 5; attempt += 1)
      expect(codeOf(await browser.send('POST', '/auth/actions/verify-code', { code: wrong }))).toBe('code_invalid');
    expect((await browser.send('POST', '/auth/actions/verify-code', { code })).status).toBe(400);
    expect((await browser.send('POST', '/auth/actions/request-code')).status).toBe(200);
    const fresh = (await auth.lastMail(email, 'core.verification-code'))['code'];
    expect((await browser.send('POST', '/auth/actions/verify-code', { code: fresh })).body).toMatchObject({
      emailVerified: true,
    });
  });

  it('refuses a code after ten minutes and asks for six digits', async () => {
    const { browser, email } = await auth.registered();
    const { code } = await auth.lastMail(email, 'core.verification-code');
    expect((await browser.send('POST', '/auth/actions/verify-code', { code: '12345' })).body).toMatchObject({
      errors: [{ message: 'The code has six digits' }],
    });
    expect((await auth.browser().send('POST', '/auth/actions/verify-code', { code })).status).toBe(401);
    auth.clock.advance(601_000);
    expect((await browser.send('POST', '/auth/access-tokens')).body).toEqual({ status: 'refreshed' });
    expect(codeOf(await browser.send('POST', '/auth/actions/verify-code', { code }))).toBe('code_invalid');
  });
});

describe('login', () => {
  it('takes email in any case, or the username', async () => {
    const { browser, email, id } = await auth.registered();
    expect((await browser.send('PATCH', `/v1/users/${id}`, { username: 'Robin.Hale' })).body).toMatchObject({
      username: 'robin.hale',
    });
    for (const identifier of [email, ` ${email.toUpperCase()} `, 'ROBIN.hale']) {
      const answer = await auth.browser().login(identifier, password);
      expect(answer.status).toBe(200);
      expect(answer.body.user.id).toBe(id);
    }
  });

  it('answers unknown names and wrong passwords alike', async () => {
    const { email } = await auth.registered();
    const [unknown, wrong] = [
      await auth.browser().login('nobody@example.com', password),
      await auth.browser().login(email, 'not the password'),
    ];
    for (const answer of [unknown, wrong]) {
      expect(answer.status).toBe(401);
      expect(answer.headers.getSetCookie()).toEqual([]);
    }
    const { requestID: _, ...one } = problemOf(unknown);
    const { requestID: __, ...other } = problemOf(wrong);
    expect(one).toEqual(other);
  });

  it.each([
    ['a person', true],
    ['nobody', false],
  ])('makes %s wait after ten failures in a row, and no longer than said', async (_, isKnown) => {
    const email = isKnown ? (await auth.registered()).email : 'stranger@example.com';
    const browser = auth.browser();
    for (let failure = 0; failure < 10; failure += 1)
      expect((await browser.login(email, 'not the password')).status).toBe(401);
    const refused = await browser.login(email, password);
    expect([refused.status, codeOf(refused), refused.headers.get('retry-after')]).toEqual([
      429,
      'too_many_attempts',
      '60',
    ]);
    // The right person elsewhere is not locked out.
    if (isKnown) expect((await auth.browser().login(email, password)).status).toBe(200);
    auth.clock.advance(60_000);
    expect((await browser.login(email, password)).status).toBe(isKnown ? 200 : 401);
  });

  it('counts parallel failures one by one', async () => {
    const { email } = await auth.registered();
    const browser = auth.browser();
    const statuses: number[] = [];
    for (let round = 0; round < 5; round += 1)
      statuses.push(
        ...(await Promise.all(Array.from({ length: 4 }, () => browser.copy().login(email, 'not the password')))).map(
          ({ status }) => status,
        ),
      );
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(10);
  });

  it('refuses an address after a hundred failures a day, whatever the names', async () => {
    const { email } = await auth.registered();
    const browser = auth.browser('2001:db8:5:5::1');
    await browser.login('guess1@example.com', 'not the password');
    await auth.admin.query('update core.rate_limit set points = 98 where key = $1', [
      limitKey('sign-in.network', '2001:db8:5:5::/64'),
    ]);
    for (const name of ['guess2', 'guess3'])
      expect((await browser.login(`${name}@example.com`, 'not the password')).status).toBe(401);
    const refused = await auth.browser('2001:db8:5:5:ffff::2').login(email, password);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(80_000);
    expect((await auth.browser('2001:db8:5:6::1').login(email, password)).status).toBe(200);
  });

  it('rehashes a password of older parameters', async () => {
    const { email, id } = await auth.registered();
    const { hash } = await import('@node-rs/argon2');
    const old = await hash(password, { memoryCost: 4_096, timeCost: 3, parallelism: 1 });
    await auth.admin.query('update core."user" set password_hash = $1 where id = $2', [old, id]);
    expect((await auth.browser().login(email, password)).status).toBe(200);
    const { rows } = await auth.admin.query('select password_hash from core."user" where id = $1', [id]);
    expect(rows[0].password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect((await auth.browser().login(email, password)).status).toBe(200);
  });

  it('refuses a request from another site', async () => {
    const { email } = await auth.registered();
    const answer = await auth
      .browser()
      .send('POST', '/auth/actions/login', { identifier: email, password }, { origin: 'https://evil.example' });
    expect([answer.status, codeOf(answer)]).toEqual([403, 'csrf_refused']);
  });
});
