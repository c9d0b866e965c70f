import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Person } from '../../contracts/sign-in/auth.contract.ts';
import { usualPasswordCost } from '../../credentials/password-hash.ts';
import { hashToken } from '../../credentials/secret-token.ts';
import { limitKey } from '../../limits/limiter.ts';
import { Browser, bootAuthFixture, codeOf, password, problemOf } from '../auth-fixture.ts';

let auth: Awaited<ReturnType<typeof bootAuthFixture>>;
beforeAll(async () => {
  auth = await bootAuthFixture();
});
afterAll(() => auth.stop());

describe('register', () => {
  it('creates a person with an account of their own, signed in, once the mailed code is there', async () => {
    const { browser, email, id } = await auth.registered();
    const me = await browser.send<Person>('GET', '/v1/me');
    expect(me.status).toBe(200);
    expect(me.body).toMatchObject({
      id,
      email,
      emailVerified: true,
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
    expect(tenancy.availableAccounts).toEqual([
      { id: tenancy.currentAccount.id, name: me.body.name, slug: tenancy.currentAccount.slug },
    ]);
    expect((await auth.lastMail(email, 'core.verification-code'))['code']).toMatch(/^\d{6}$/);
    expect(await auth.eventsOf(id)).toContain('registered');
  });

  it('sets HttpOnly cookies and never shows a secret', async () => {
    const browser = auth.browser();
    const answer = await auth.register(browser, { name: 'Quiet', email: 'quiet@example.com', password });
    const lines = answer.headers.getSetCookie();
    expect(lines.map((line) => line.split('=')[0]).sort()).toEqual(['at', 'dv', 'rt']);
    for (const line of lines) expect(line).toMatch(/HttpOnly.*SameSite=Lax|SameSite=Lax.*HttpOnly/);
    expect(JSON.stringify(answer.body)).not.toMatch(/hash|argon/i);
    const { rows } = await auth.admin.query('select token_hash from core.refresh_token where token_hash = $1', [
      hashToken(browser.cookies.get('rt') as string),
    ]);
    expect(rows).toHaveLength(1);
  });

  it('lets in whom an address belongs to, whoever else has written it, with the code of any mail', async () => {
    const email = 'wanted@example.com';
    const ask = (address: string) =>
      auth.browser().send<{ registrationID: string }>('POST', '/auth/actions/register', {
        name: 'Somebody',
        email: address,
        password,
      });
    for (let network = 0; network < 8; network += 1) expect((await ask(email)).status).toBe(201);
    // The mails stay within the limit and have the same digits.
    const mails = await auth.mailsTo(email, 'core.verification-code');
    expect([mails.length, new Set(mails.map(({ code }) => code)).size]).toEqual([5, 1]);
    const own = await ask(email);
    expect(own.status).toBe(201);
    expect(await auth.mailsTo(email, 'core.verification-code')).toHaveLength(5);
    const confirm = (registrationID: string, code: unknown) =>
      auth.browser().send('POST', '/auth/actions/confirm-registration', { registrationID, code });
    const other = await ask('other-one@example.com');
    const [{ code } = {}] = mails;
    const [{ code: otherCode } = {}] = await auth.mailsTo('other-one@example.com', 'core.verification-code');
    if (code !== otherCode) expect(codeOf(await confirm(other.body.registrationID, code))).toBe('code_invalid');
    expect((await confirm(own.body.registrationID, code)).status).toBe(201);
    expect((await auth.browser().login(email, password)).status).toBe(200);
  });

  it('answers a known address like an unknown one, and tells its owner by mail', async () => {
    const { email } = await auth.registered();
    const codes = (await auth.mailsTo(email, 'core.verification-code')).length;
    const ask = (address: string) =>
      auth.browser().send<{ registrationID: string }>('POST', '/auth/actions/register', {
        name: 'Twin',
        email: address,
        password,
      });
    const tables = async (registrationID: string) =>
      (
        await auth.admin.query('select to_jsonb(row) as row from core.pending_registration row where id = $1', [
          registrationID,
        ])
      ).rows[0].row;
    const [known, unknown] = [await ask(email.toUpperCase()), await ask('new.twin@example.com')];
    for (const { status, body, headers } of [known, unknown]) {
      expect([status, Object.keys(body), headers.getSetCookie()]).toEqual([201, ['registrationID', 'expiresAt'], []]);
      const row = await tables(body.registrationID);
      expect(row.password_hash.slice(0, 9)).toBe('$argon2id');
    }
    expect((await auth.lastMail(email, 'core.security-notice'))['title']).toBe('You have a sign-in already');
    expect(await auth.mailsTo(email, 'core.verification-code')).toHaveLength(codes);
    const confirm = (registrationID: string, code: unknown) =>
      auth.browser().send('POST', '/auth/actions/confirm-registration', { registrationID, code });
    for (const { body } of [known, unknown])
      expect(codeOf(await confirm(body.registrationID, '999999'))).toBe('code_invalid');
    // Neither can sign in, because no person exists before the email is verified.
    for (const address of [email, 'new.twin@example.com'])
      expect(codeOf(await auth.browser().login(address, 'another password'))).toBe('wrong_credentials');
    const { code } = await auth.lastMail('new.twin@example.com', 'core.verification-code');
    for (let attempt = 0; attempt < 4; attempt += 1) await confirm(unknown.body.registrationID, '999999');
    expect(codeOf(await confirm(unknown.body.registrationID, code))).toBe('code_invalid');
    // The limit of mails per address also holds for notices.
    await auth.admin.query('delete from core.rate_limit');
    for (const [address, template] of [
      [email, 'core.security-notice'],
      ['new.twin@example.com', 'core.verification-code'],
    ] as const) {
      const before = (await auth.mailsTo(address, template)).length;
      for (let call = 0; call < 6; call += 1) expect((await ask(address)).status).toBe(201);
      expect(await auth.mailsTo(address, template)).toHaveLength(before + 5);
    }
  });

  it('refuses weak passwords and unknown fields, field by field', async () => {
    const browser = auth.browser();
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
    const { rows } = await auth.admin.query("select 1 from core.pending_registration where email like 'twin%'");
    expect(rows).toEqual([]);
  });

  it('gives parallel registrations of one address to one of them', async () => {
    const input = { name: 'Same', email: 'same@example.com', password };
    const registrations = [];
    for (const browser of [auth.browser(), auth.browser()]) {
      const { body } = await browser.send<{ registrationID: string }>('POST', '/auth/actions/register', input);
      const { code } = await auth.lastMail(input.email, 'core.verification-code');
      registrations.push({ browser, body: { ...body, code } });
    }
    const answers = await Promise.all(
      registrations.map(({ browser, body: { registrationID, code } }) =>
        browser.send('POST', '/auth/actions/confirm-registration', { registrationID, code }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    const { rows } = await auth.admin.query("select count(*)::int as n from core.account where name = 'Same'");
    expect(rows).toEqual([{ n: 1 }]);
  });
});

describe('verify-code', () => {
  /** A person whose email has to be verified again, with the mailed code. */
  const unproven = async () => {
    const person = await auth.registered();
    await auth.admin.query('update core."user" set email_verified = false where id = $1', [person.id]);
    expect((await person.browser.send('POST', '/auth/actions/request-code')).status).toBe(200);
    return { ...person, code: (await auth.lastMail(person.email, 'core.verification-code'))['code'] };
  };

  it('takes five wrong tries, then not even the right code; a new code works', async () => {
    const { browser, email, code } = await unproven();
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
    const { browser, code } = await unproven();
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

  const budget =
    'has a budget of failures for an address, which is back within minutes and none of those who are known there';
  it(budget, async () => {
    const { email, browser: own } = await auth.registered();
    const shared = '2001:db8:5:5::1';
    const colleague = auth.browser(shared);
    expect((await colleague.login(email, password)).status).toBe(200);
    await colleague.send('DELETE', '/auth/refresh-tokens');
    const fail = (name: string) => auth.browser(shared).login(`${name}@example.com`, 'not the password');
    expect((await fail('guess1')).status).toBe(401);
    const key = limitKey('sign-in.network', '2001:db8:5:5::/64');
    const spent = async (failures: number) =>
      auth.admin.query('update core.rate_limit set window_ends_at = $1 where key = $2', [
        new Date(auth.clock.now().getTime() + failures * 6_000),
        key,
      ]);
    await spent(98);
    for (const name of ['guess2', 'guess3']) expect((await fail(name)).status).toBe(401);
    // A new person behind the network's address waits only seconds, whatever was tried there.
    const refused = await auth.browser('2001:db8:5:5:ffff::2').login(email, password);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '6']);
    expect((await auth.browser('2001:db8:5:6::1').login(email, password)).status).toBe(200);
    // A person known in the browser does not wait at all, but only for their own name.
    expect((await colleague.login(email, password)).status).toBe(200);
    const stranger = colleague.copy();
    expect((await stranger.login((await auth.registered()).email, password)).status).toBe(429);
    auth.clock.advance(6_000);
    expect((await auth.browser(shared).login(email, password)).status).toBe(200);
    expect((await own.send('GET', '/v1/me')).status).toBe(200);
  });

  it('lets nobody lock a person out of a browser they have used, from wherever it is tried', async () => {
    const { email, id, browser } = await auth.registered();
    await auth.admin.query(`insert into core.rate_limit (key, points, window_ends_at) values ($1, 1, $2)`, [
      limitKey('sign-in.identifier', email),
      new Date(auth.clock.now().getTime() + 6_000_000),
    ]);
    expect((await auth.browser().login(email, password)).headers.get('retry-after')).toBe('120');
    expect((await browser.login(email, password)).status).toBe(200);
    // Their own failures in that browser count as usual.
    for (let failure = 0; failure < 10; failure += 1)
      expect((await browser.login(email, 'not the password')).status).toBe(401);
    expect((await browser.login(email, password)).headers.get('retry-after')).toBe('60');
    // A mark of another browser, or a forged one, has no effect.
    const [device = '', mark = ''] = (browser.cookies.get('dv') ?? '').split('.');
    for (const forged of [`${'A'.repeat(22)}.${mark}`, `${device}.${'A'.repeat(22)}`, device, id]) {
      const other = auth.browser();
      other.cookies.set('dv', forged);
      expect((await other.login(email, password)).status).toBe(429);
    }
  });

  it('rehashes a password that was hashed at another cost', async () => {
    const { email, id } = await auth.registered();
    const costly = await auth.secondKernel(undefined, undefined, usualPasswordCost);
    expect((await new Browser(costly.api, '198.51.100.7').login(email, password)).status).toBe(200);
    await costly.close();
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
