import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ProblemBody } from '../contracts/problem.ts';
import { bootAuthApp } from './auth-test-app.ts';
import { limitKey } from './limiter.ts';
import { hashToken } from './secret-token.ts';

type App = Awaited<ReturnType<typeof bootAuthApp>>;
let kernel: App;
let admin: Client;

beforeAll(async () => {
  kernel = await bootAuthApp();
  admin = new Client({ connectionString: kernel.adminUrl });
  await admin.connect();
});
afterAll(async () => {
  await admin.end();
  await kernel.close();
});

/** A browser: keeps cookies, sends them back, has an address of its own. */
class Browser {
  readonly cookies = new Map<string, string>();
  readonly ip: string;
  static #made = 0;

  constructor(ip?: string) {
    Browser.#made += 1;
    this.ip = ip ?? `198.51.${Math.floor(Browser.#made / 250)}.${Browser.#made % 250}`;
  }

  /** The same cookies in a second window, as they are now. */
  copy(): Browser {
    const twin = new Browser(this.ip);
    for (const [name, value] of this.cookies) twin.cookies.set(name, value);
    return twin;
  }

  async send(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    const response = await kernel.app.request(`/api${path}`, {
      method,
      headers: {
        'x-ip': this.ip,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(this.cookies.size
          ? { cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ') }
          : {}),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (/max-age=0/i.test(line)) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return { status: response.status, body: JSON.parse((await response.text()) || 'null'), headers: response.headers };
  }

  login(identifier: string, password: string): Promise<Answer> {
    return this.send('POST', '/auth/actions/login', { identifier, password });
  }
}

interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: each test knows what it asked for
  body: any;
  headers: Headers;
}

const password = 'gravel thimble orbit';
const codeOf = ({ body }: Answer): string => (body as ProblemBody).code;
let people = 0;

async function registered(): Promise<{ browser: Browser; email: string; id: string }> {
  people += 1;
  const email = `person${people}@example.com`;
  const browser = new Browser();
  const answer = await browser.send('POST', '/auth/actions/register', { name: `Person ${people}`, email, password });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return { browser, email, id: answer.body.user.id };
}

const mailsTo = async (email: string): Promise<{ template: string; props: Record<string, unknown> }[]> =>
  (await admin.query('select template, props from core.person_mail where recipient = $1 order by id', [email])).rows;
const lastMail = async (email: string, template: string): Promise<Record<string, unknown>> => {
  const mail = (await mailsTo(email)).filter((each) => each.template === template).at(-1);
  if (!mail) throw new Error(`No ${template} to ${email}`);
  return mail.props;
};
const resetTokenOf = async (email: string): Promise<string> =>
  String((await lastMail(email, 'core.password-reset'))['link']).split('token=')[1] as string;
const eventsOf = async (userID: string): Promise<string[]> =>
  (
    await admin.query('select action from core.person_event where user_id = $1 order by created_at, id', [userID])
  ).rows.map(({ action }) => action);

describe('register', () => {
  it('creates a person with an account of their own, signed in, and mails a code', async () => {
    const { browser, email, id } = await registered();
    const me = await browser.send('GET', '/v1/me');
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
    const tenancy = await browser.send('GET', '/v1/me/tenancy');
    expect(tenancy.body.currentAccount).toMatchObject({
      name: me.body.name,
      roleType: 'admin',
      plan: 'free',
      onboardingStatus: 'pending',
    });
    expect(tenancy.body.availableAccounts).toEqual([{ id: tenancy.body.currentAccount.id, name: me.body.name }]);
    expect((await lastMail(email, 'core.verification-code'))['code']).toMatch(/^\d{6}$/);
    expect(await eventsOf(id)).toContain('registered');
  });

  it('sets HttpOnly cookies and never shows a secret', async () => {
    const browser = new Browser();
    const answer = await browser.send('POST', '/auth/actions/register', {
      name: 'Quiet',
      email: 'quiet@example.com',
      password,
    });
    const lines = answer.headers.getSetCookie();
    expect(lines.map((line) => line.split('=')[0]).sort()).toEqual(['at', 'rt']);
    for (const line of lines) expect(line).toMatch(/HttpOnly.*SameSite=Lax|SameSite=Lax.*HttpOnly/);
    expect(JSON.stringify(answer.body)).not.toMatch(/hash|argon/i);
    const { rows } = await admin.query('select token_hash from core.refresh_token where token_hash = $1', [
      hashToken(browser.cookies.get('rt') as string),
    ]);
    expect(rows).toHaveLength(1);
  });

  it('refuses a taken address, weak passwords and unknown fields, field by field', async () => {
    const { email } = await registered();
    const browser = new Browser();
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
    expect([weak.status, codeOf(weak), weak.body.errors]).toEqual([
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
    expect(wrong.body.errors.map(({ path }: { path: string }) => path).sort()).toEqual([
      'email',
      'name',
      'password',
      'role',
    ]);
    const { rows } = await admin.query('select 1 from core."user" where email like \'twin%\'');
    expect(rows).toEqual([]);
  });

  it('gives parallel registrations of one address to one of them', async () => {
    const answers = await Promise.all(
      [1, 2].map(() =>
        new Browser().send('POST', '/auth/actions/register', { name: 'Same', email: 'same@example.com', password }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    const { rows } = await admin.query("select count(*)::int as n from core.account where name = 'Same'");
    expect(rows).toEqual([{ n: 1 }]);
  });

  it('takes an invitation only once the address is proven', async () => {
    const { browser } = await registered();
    const { body } = await browser.send('GET', '/v1/me/tenancy');
    const accountID = body.currentAccount.id;
    await admin.query(
      `insert into core.member (account_id, id, name, email, role_id, status, created_at, updated_at, version, invited_at)
       select $1, 'mem_invited', 'Guest', 'guest@example.com', id, 'invited', now(), now(), 1, now() from core.role where account_id = $1 and code = 'user'`,
      [accountID],
    );
    const guest = new Browser();
    expect(
      (await guest.send('POST', '/auth/actions/register', { name: 'Guest', email: 'guest@example.com', password }))
        .status,
    ).toBe(201);
    expect((await guest.send('GET', '/v1/me/tenancy')).body).toBeNull();
    const { code } = await lastMail('guest@example.com', 'core.verification-code');
    expect((await guest.send('POST', '/auth/actions/verify-code', { code })).body.emailVerified).toBe(true);
    expect((await guest.send('GET', '/v1/me/tenancy')).body.currentAccount).toMatchObject({
      id: accountID,
      roleType: 'user',
    });
  });
});

describe('verify-code', () => {
  it('takes five wrong tries, then not even the right code; a new code works', async () => {
    const { browser, email } = await registered();
    const { code } = await lastMail(email, 'core.verification-code');
    const wrong = code === '000000' ? '000001' : '000000';
    for (let attempt = 0; attempt < 5; attempt += 1)
      expect(codeOf(await browser.send('POST', '/auth/actions/verify-code', { code: wrong }))).toBe('code_invalid');
    expect((await browser.send('POST', '/auth/actions/verify-code', { code })).status).toBe(400);
    expect((await browser.send('POST', '/auth/actions/request-code')).status).toBe(200);
    const fresh = (await lastMail(email, 'core.verification-code'))['code'];
    expect((await browser.send('POST', '/auth/actions/verify-code', { code: fresh })).body.emailVerified).toBe(true);
  });

  it('refuses a code after ten minutes and asks for six digits', async () => {
    const { browser, email } = await registered();
    const { code } = await lastMail(email, 'core.verification-code');
    expect((await browser.send('POST', '/auth/actions/verify-code', { code: '12345' })).body.errors[0].message).toBe(
      'The code has six digits',
    );
    expect((await new Browser().send('POST', '/auth/actions/verify-code', { code })).status).toBe(401);
    kernel.clock.pass(601);
    expect((await browser.send('POST', '/auth/access-tokens')).body).toEqual({ status: 'refreshed' });
    expect(codeOf(await browser.send('POST', '/auth/actions/verify-code', { code }))).toBe('code_invalid');
  });
});

describe('login', () => {
  it('takes email in any case, or the username', async () => {
    const { browser, email, id } = await registered();
    expect((await browser.send('PATCH', `/v1/users/${id}`, { username: 'Robin.Hale' })).body.username).toBe(
      'robin.hale',
    );
    for (const identifier of [email, ` ${email.toUpperCase()} `, 'ROBIN.hale']) {
      const answer = await new Browser().login(identifier, password);
      expect(answer.status).toBe(200);
      expect(answer.body.user.id).toBe(id);
    }
  });

  it('answers unknown names and wrong passwords alike', async () => {
    const { email } = await registered();
    const [unknown, wrong] = [
      await new Browser().login('nobody@example.com', password),
      await new Browser().login(email, 'not the password'),
    ];
    for (const answer of [unknown, wrong]) {
      expect(answer.status).toBe(401);
      expect(answer.headers.getSetCookie()).toEqual([]);
    }
    const { requestID: _, ...one } = unknown.body;
    const { requestID: __, ...other } = wrong.body;
    expect(one).toEqual(other);
  });

  it.each([
    ['a person', true],
    ['nobody', false],
  ])('makes %s wait after ten failures in a row, and no longer than said', async (_, isKnown) => {
    const email = isKnown ? (await registered()).email : 'stranger@example.com';
    const browser = new Browser();
    for (let failure = 0; failure < 10; failure += 1)
      expect((await browser.login(email, 'not the password')).status).toBe(401);
    const refused = await browser.login(email, password);
    expect([refused.status, codeOf(refused), refused.headers.get('retry-after')]).toEqual([
      429,
      'too_many_attempts',
      '60',
    ]);
    // The right person elsewhere is not locked out.
    if (isKnown) expect((await new Browser().login(email, password)).status).toBe(200);
    kernel.clock.pass(60);
    expect((await browser.login(email, password)).status).toBe(isKnown ? 200 : 401);
  });

  it('counts parallel failures one by one', async () => {
    const { email } = await registered();
    const browser = new Browser();
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
    const { email } = await registered();
    const browser = new Browser('2001:db8:5:5::1');
    await browser.login('guess1@example.com', 'not the password');
    await admin.query('update core.rate_limit set points = 98 where key = $1', [
      limitKey('sign-in.network', '2001:db8:5:5::/64'),
    ]);
    for (const name of ['guess2', 'guess3'])
      expect((await browser.login(`${name}@example.com`, 'not the password')).status).toBe(401);
    const refused = await new Browser('2001:db8:5:5:ffff::2').login(email, password);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(80_000);
    expect((await new Browser('2001:db8:5:6::1').login(email, password)).status).toBe(200);
  });

  it('rehashes a password of older parameters', async () => {
    const { email, id } = await registered();
    const { hash } = await import('@node-rs/argon2');
    const old = await hash(password, { memoryCost: 4_096, timeCost: 3, parallelism: 1 });
    await admin.query('update core."user" set password_hash = $1 where id = $2', [old, id]);
    expect((await new Browser().login(email, password)).status).toBe(200);
    const { rows } = await admin.query('select password_hash from core."user" where id = $1', [id]);
    expect(rows[0].password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect((await new Browser().login(email, password)).status).toBe(200);
  });

  it('refuses a request from another site', async () => {
    const { email } = await registered();
    const answer = await new Browser().send(
      'POST',
      '/auth/actions/login',
      { identifier: email, password },
      { origin: 'https://evil.example' },
    );
    expect([answer.status, codeOf(answer)]).toEqual([403, 'csrf_refused']);
  });
});

describe('sessions', () => {
  it('need a refresh after ten minutes and end for good after their days', async () => {
    const { browser } = await registered();
    kernel.clock.pass(599);
    expect((await browser.send('GET', '/v1/me')).status).toBe(200);
    kernel.clock.pass(1);
    expect((await browser.send('GET', '/v1/me')).status).toBe(401);
    const before = browser.cookies.get('rt');
    expect((await browser.send('POST', '/auth/access-tokens')).body).toEqual({ status: 'refreshed' });
    expect(browser.cookies.get('rt')).not.toBe(before);
    expect((await browser.send('GET', '/v1/me')).status).toBe(200);
    kernel.clock.pass(30 * 86_400 - 600);
    const over = await browser.send('POST', '/auth/access-tokens');
    expect([over.status, codeOf(over)]).toEqual([401, 'session_ended']);
    expect([...browser.cookies]).toEqual([]);
  });

  it('gives twenty parallel refreshes of one token one successor', async () => {
    const { browser, id } = await registered();
    const twins = Array.from({ length: 20 }, () => browser.copy());
    const answers = await Promise.all(twins.map((twin) => twin.send('POST', '/auth/access-tokens')));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(answers.filter(({ body }) => body.status === 'refreshed')).toHaveLength(1);
    for (const answer of answers)
      expect(answer.headers.getSetCookie()).toHaveLength(answer.body.status === 'refreshed' ? 2 : 0);
    const { rows } = await admin.query(
      'select count(*)::int as n, count(rotated_at)::int as rotated from core.refresh_token where session_id in (select id from core.session where user_id = $1)',
      [id],
    );
    expect(rows).toEqual([{ n: 2, rotated: 1 }]);
    const winner = twins.find((_, index) => answers[index]?.body.status === 'refreshed') as Browser;
    expect((await winner.send('POST', '/auth/access-tokens')).body).toEqual({ status: 'refreshed' });
  });

  it('end when an old token is replayed after fifteen seconds: for both holders, on record and by mail', async () => {
    const { browser, email, id } = await registered();
    const thief = browser.copy();
    await browser.send('POST', '/auth/access-tokens');
    kernel.clock.pass(15);
    expect((await thief.copy().send('POST', '/auth/access-tokens')).body).toEqual({ status: 'raced' });
    kernel.clock.pass(1);
    expect((await thief.send('POST', '/auth/access-tokens')).status).toBe(401);
    expect([...thief.cookies]).toEqual([]);
    expect((await browser.send('GET', '/v1/me')).status).toBe(401);
    expect(codeOf(await browser.send('POST', '/auth/access-tokens'))).toBe('session_ended');
    expect(await eventsOf(id)).toContain('refresh_token_reused');
    expect((await lastMail(email, 'core.security-notice'))['title']).toBe('A session was ended');
  });

  it('are nothing for a forged or missing token', async () => {
    expect((await new Browser().send('POST', '/auth/access-tokens')).status).toBe(401);
    const forger = new Browser();
    forger.cookies.set('rt', 'x'.repeat(43));
    expect((await forger.send('POST', '/auth/access-tokens')).status).toBe(401);
    forger.cookies.set('at', 'a.b.c');
    expect((await forger.send('GET', '/v1/me')).status).toBe(401);
  });

  it('end at once on signing out, and signing out twice is no error', async () => {
    const { browser } = await registered();
    const window = browser.copy();
    expect((await window.send('GET', '/v1/me')).status).toBe(200);
    const answer = await browser.send('DELETE', '/auth/refresh-tokens');
    expect([answer.status, answer.body]).toEqual([200, { success: true }]);
    expect([...browser.cookies]).toEqual([]);
    expect((await window.send('GET', '/v1/me')).status).toBe(401);
    expect((await window.send('POST', '/auth/access-tokens')).status).toBe(401);
    expect((await browser.send('DELETE', '/auth/refresh-tokens')).status).toBe(200);
  });
});

describe('passwords', () => {
  it('change with the old one; other sessions end, this one stays', async () => {
    const { browser, email } = await registered();
    const elsewhere = new Browser();
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
    expect((await new Browser().login(email, password)).status).toBe(401);
    expect((await new Browser().login(email, 'lantern pebble fjord')).status).toBe(200);
    expect((await lastMail(email, 'core.security-notice'))['title']).toBe('Your password was changed');
  });

  it('reset once with the mailed token, within thirty minutes; every session ends', async () => {
    const { browser, email } = await registered();
    expect(
      (await new Browser().send('POST', '/auth/actions/request-password-reset', { identifier: email })).body,
    ).toEqual({ success: true });
    const token = await resetTokenOf(email);
    const weak = await new Browser().send('POST', '/auth/actions/reset-password', { token, password: 'password1234' });
    expect(codeOf(weak)).toBe('weak_password');
    expect(
      (await new Browser().send('POST', '/auth/actions/reset-password', { token, password: 'lantern pebble fjord' }))
        .body,
    ).toEqual({ success: true });
    expect((await browser.send('GET', '/v1/me')).status).toBe(401);
    expect(
      codeOf(await new Browser().send('POST', '/auth/actions/reset-password', { token, password: 'another good one' })),
    ).toBe('reset_token_invalid');
    const answer = await new Browser().login(email, 'lantern pebble fjord');
    expect(answer.body.user.emailVerified).toBe(true);
    await new Browser().send('POST', '/auth/actions/request-password-reset', { identifier: email });
    kernel.clock.pass(1_800);
    const late = await resetTokenOf(email);
    expect(codeOf(await new Browser().send('POST', '/auth/actions/reset-password', { token: late, password }))).toBe(
      'reset_token_invalid',
    );
  });

  it('say nothing about who exists, and count three requests an hour for everybody', async () => {
    const { email } = await registered();
    for (const identifier of [email, 'ghost@example.com']) {
      const answers: Answer[] = [];
      for (let request = 0; request < 4; request += 1)
        answers.push(await new Browser().send('POST', '/auth/actions/request-password-reset', { identifier }));
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429]);
      expect(Number(answers[3]?.headers.get('retry-after'))).toBeGreaterThan(3_000);
    }
    expect(await mailsTo('ghost@example.com')).toEqual([]);
    expect((await mailsTo(email)).filter(({ template }) => template === 'core.password-reset')).toHaveLength(3);
  });

  it('of a member only, where an account is named', async () => {
    const { browser, email } = await registered();
    const { slug } = (await browser.send('GET', '/v1/me/tenancy')).body.currentAccount;
    const resets = async () =>
      (await mailsTo(email)).filter(({ template }) => template === 'core.password-reset').length;
    await new Browser().send('POST', '/auth/actions/request-password-reset', {
      identifier: email,
      accountSlug: 'no-such-account',
    });
    expect(await resets()).toBe(0);
    await new Browser().send('POST', '/auth/actions/request-password-reset', { identifier: email, accountSlug: slug });
    expect(await resets()).toBe(1);
  });
});

describe('me', () => {
  it('changes oneself and nobody else', async () => {
    const { browser, id } = await registered();
    const other = await registered();
    const changed = await browser.send('PATCH', `/v1/users/${id}`, {
      name: 'Robin Q. Hale',
      image: 'https://pictures.example.com/r.png',
      colorScheme: 'dark',
      preferences: { 'table.density': 'compact', pageSize: 100 },
    });
    expect(changed.body).toMatchObject({
      name: 'Robin Q. Hale',
      colorScheme: 'dark',
      preferences: { 'table.density': 'compact', pageSize: 100 },
    });
    const again = await browser.send('PATCH', `/v1/users/${id}`, { preferences: { pageSize: null } });
    expect(again.body.preferences).toEqual({ 'table.density': 'compact' });
    expect((await browser.send('GET', `/v1/users/${id}`)).body).toEqual((await browser.send('GET', '/v1/me')).body);
    for (const path of [`/v1/users/${other.id}`, '/v1/users/usr_nobody']) {
      expect((await browser.send('GET', path)).status).toBe(404);
      expect((await browser.send('PATCH', path, { name: 'Stolen' })).status).toBe(404);
    }
    const { rows } = await admin.query('select name, image from core.member where user_id = $1', [id]);
    expect(rows).toEqual([{ name: 'Robin Q. Hale', image: 'https://pictures.example.com/r.png' }]);
  });

  it('refuses stale versions, taken usernames, privileges and bad values', async () => {
    const { browser, id } = await registered();
    const other = await registered();
    await other.browser.send('PATCH', `/v1/users/${other.id}`, { username: 'taken.name' });
    const { version } = (await browser.send('GET', '/v1/me')).body;
    expect((await browser.send('PATCH', `/v1/users/${id}`, { name: 'One', version })).status).toBe(200);
    expect(codeOf(await browser.send('PATCH', `/v1/users/${id}`, { name: 'Two', version }))).toBe('stale_version');
    expect(codeOf(await browser.send('PATCH', `/v1/users/${id}`, { username: 'TAKEN.name' }))).toBe('username_taken');
    for (const body of [
      { isOperator: true },
      { email: 'x@example.com' },
      { username: 'a@b.c' },
      { colorScheme: 'pink' },
      { image: 'javascript:alert(1)' },
      { name: 'a\u0000b' },
      { preferences: { 'a b': 1 } },
      { preferences: { x: {} } },
    ])
      expect((await browser.send('PATCH', `/v1/users/${id}`, body)).status, JSON.stringify(body)).toBe(400);
    expect((await browser.send('GET', '/v1/me')).body).toMatchObject({ name: 'One', isOperator: false });
  });

  it('works in the account of the tab, else in the one chosen last', async () => {
    const { browser, id } = await registered();
    const first = (await browser.send('GET', '/v1/me/tenancy')).body.currentAccount;
    const host = await registered();
    const second = (await host.browser.send('GET', '/v1/me/tenancy')).body.currentAccount;
    expect(codeOf(await browser.send('PUT', '/v1/me/tenancy', { accountID: second.id }))).toBe('account_required');
    await admin.query(
      `insert into core.member (account_id, id, user_id, name, email, role_id, status, created_at, updated_at, version)
       select $1, 'mem_second', $2, 'Me', 'me@elsewhere.example', id, 'active', now(), now(), 1 from core.role where account_id = $1 and code = 'scanner'`,
      [second.id, id],
    );
    expect(
      (await browser.send('GET', '/v1/me/tenancy', undefined, { 'account-id': second.id })).body.currentAccount,
    ).toMatchObject({ id: second.id, roleType: 'scanner' });
    expect((await browser.send('PUT', '/v1/me/tenancy', { accountID: second.id })).body.currentAccount.id).toBe(
      second.id,
    );
    expect(await kernel.auth.currentAccountID(id)).toBe(second.id);
    expect(
      (await browser.send('GET', '/v1/me/tenancy', undefined, { 'account-id': first.id })).body.currentAccount.id,
    ).toBe(first.id);
    expect((await browser.send('GET', '/v1/me/tenancy')).body.availableAccounts).toHaveLength(2);
    await admin.query("update core.member set status = 'suspended' where id = 'mem_second'");
    expect(
      (await browser.send('GET', '/v1/me/tenancy', undefined, { 'account-id': second.id })).body.currentAccount.id,
    ).toBe(first.id);
    expect(await kernel.auth.currentAccountID(id)).toBe(first.id);
  });
});

describe('API keys', () => {
  const secret = 'sk_live_abcdefgh_0123456789012345678901234567890123';
  const keyID = 'ak_01h455vb4pex5vsknk084sn02q';

  it('open their own account only, until they expire or are revoked, and note their use', async () => {
    const { browser } = await registered();
    const accountID = (await browser.send('GET', '/v1/me/tenancy')).body.currentAccount.id;
    await admin.query(
      `insert into core.api_key (account_id, id, name, secret_hash, secret_hint, scopes, created_by_name, created_at, updated_at, version)
       values ($1, $2, 'Shop', $3, 'sk_live_', '{products:read}', 'Me', now(), now(), 1)`,
      [accountID, keyID, hashToken(secret)],
    );
    const use = () => kernel.auth.authenticateKey(keyID, secret);
    expect(await use()).toEqual({
      actor: { type: 'api_key', id: keyID, name: 'Shop' },
      via: 'key',
      isOperator: false,
      key: { id: keyID, accountID },
    });
    expect(await kernel.auth.authenticateKey(keyID, `${secret}x`)).toBeUndefined();
    expect(await kernel.auth.authenticateKey(keyID, '')).toBeUndefined();
    expect(await kernel.auth.authenticateKey('ak_01h455vb4pex5vsknk084sn02r', secret)).toBeUndefined();
    expect(await kernel.auth.authenticateKey("ak_' or true", secret)).toBeUndefined();
    const { rows } = await admin.query('select last_used_at from core.api_key where id = $1', [keyID]);
    expect(rows[0].last_used_at).toEqual(kernel.clock.now());
    await admin.query('update core.api_key set revoked_at = now() where id = $1', [keyID]);
    kernel.clock.pass(10);
    expect(await use()).toBeUndefined();
  });
});
