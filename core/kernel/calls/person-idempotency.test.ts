import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Browser, bootAuthFixture, codeOf, password } from '../../auth/auth-fixture.ts';
import type { Person } from '../../contracts/sign-in/auth.contract.ts';
import { dayLength } from '../../contracts/texts/date.ts';
import { newID } from '../../contracts/texts/id.ts';
import { prunePersonKeys } from './person-idempotency.ts';

let auth: Awaited<ReturnType<typeof bootAuthFixture>>;
beforeAll(async () => {
  auth = await bootAuthFixture();
});
afterAll(() => auth.stop());

const keyed = (key: string) => ({ 'idempotency-key': key });

const register = (browser: Browser, key: string, email: string, secret = password) =>
  browser.send<{ registrationID: string }>(
    'POST',
    '/auth/actions/register',
    { name: 'Kay', email, password: secret },
    keyed(key),
  );

const countOf = async (statement: string, ...values: unknown[]): Promise<number> =>
  Number((await auth.admin.query(`select count(*) as n ${statement}`, values)).rows[0].n);

describe('the idempotency key of a registration', () => {
  it('sends one mail and makes one person; a repetition opens nothing', async () => {
    const [first, second] = [auth.browser(), auth.browser()];
    const email = 'twice@example.com';
    const answers = [await register(first, 'reg-1', email), await register(second, 'reg-1', email)];
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    const registrationID = answers[0]?.body.registrationID;
    expect(answers[1]?.body.registrationID).toBe(registrationID);
    expect(
      await countOf("from core.person_mail where recipient = $1 and template = 'core.verification-code'", email),
    ).toBe(1);
    const { code } = await auth.lastMail(email, 'core.verification-code');
    const confirm = (browser: Browser) =>
      browser.send('POST', '/auth/actions/confirm-registration', { registrationID, code }, keyed('confirm-1'));
    expect((await confirm(first)).status).toBe(201);
    expect((await first.send('GET', '/v1/me')).status).toBe(200);
    expect(codeOf(await confirm(second))).toBe('idempotency_answer_not_kept');
    expect([...second.cookies]).toEqual([]);
    expect(await countOf('from core."user" where email = $1', email)).toBe(1);
  });

  it('has one effect where requests are parallel', async () => {
    const email = 'parallel@example.com';
    const browsers = Array.from({ length: 8 }, () => auth.browser('203.0.113.5'));
    const answers = await Promise.all(browsers.map((browser) => register(browser, 'reg-3', email)));
    const made = answers.filter(({ status }) => status === 201);
    expect(made.length).toBeGreaterThan(0);
    for (const answer of answers.filter(({ status }) => status !== 201)) {
      expect(codeOf(answer)).toBe('idempotency_in_progress');
      expect(answer.headers.get('retry-after')).toBe('1');
    }
    expect(await countOf('from core.pending_registration where email = $1', email)).toBe(1);
  });

  it('is a stranger’s own: another body under the same key is another request, and learns nothing', async () => {
    const first = await register(auth.browser(), 'reg-4', 'one@example.com');
    const other = await register(auth.browser(), 'reg-4', 'two@example.com');
    const guess = await register(auth.browser(), 'reg-4', 'one@example.com', 'another password');
    expect([first, other, guess].map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(new Set([first, other, guess].map(({ body }) => body.registrationID)).size).toBe(3);
  });

  it('leaves neither key, body nor answer in the database', async () => {
    await register(auth.browser(), 'a-key-to-look-for', 'secretive@example.com');
    const { rows } = await auth.admin.query('select * from core.person_idempotency_key');
    expect(rows.length).toBeGreaterThan(0);
    const text = JSON.stringify(rows);
    for (const secret of ['a-key-to-look-for', 'secretive@example.com', password]) expect(text).not.toContain(secret);
    expect(await countOf('from core.person_idempotency_key where is_kept and body like $1', '%isOperator%')).toBe(0);
  });
});

describe('the idempotency key of a person', () => {
  it('gives the answer again, refuses another body, and is nobody else’s', async () => {
    const { browser, id } = await auth.registered();
    const other = await auth.registered();
    const rename = (who: Browser, whoID: string, name: string) =>
      who.send<Person>('PATCH', `/v1/users/${whoID}`, { name }, keyed('rename-1'));
    const first = await rename(browser, id, 'Once');
    const again = await rename(browser, id, 'Once');
    expect(again.body).toEqual(first.body);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(first.headers.get('idempotent-replayed')).toBeNull();
    expect(codeOf(await rename(browser, id, 'Twice'))).toBe('idempotency_key_reused');
    expect((await rename(other.browser, other.id, 'Once')).body).toMatchObject({ id: other.id, name: 'Once' });
    expect(codeOf(await browser.send('PATCH', `/v1/users/${id}`, { name: 'x' }, keyed('no key')))).toBe(
      'invalid_input',
    );
  });

  it('sends one mail for a reset that is asked for twice', async () => {
    const { email } = await auth.registered();
    const ask = () =>
      auth.browser().send('POST', '/auth/actions/request-password-reset', { identifier: email }, keyed('reset-1'));
    expect([(await ask()).body, (await ask()).body]).toEqual([{ success: true }, { success: true }]);
    expect(await auth.mailsTo(email, 'core.password-reset')).toHaveLength(1);
  });

  it('sets a team password once; the repetition is checked for the right but not done', async () => {
    const host = await auth.registered();
    const guest = await auth.registered();
    await auth.admin.query('delete from core.member where account_id = $1 and user_id = $2', [
      guest.accountID,
      guest.id,
    ]);
    const memberID = newID('mem');
    const member = { accountID: host.accountID, id: memberID, email: guest.email, role: 'user', userID: guest.id };
    await auth.addMember(member);
    const set = (newTargetPassword: string) =>
      host.browser.send(
        'PUT',
        `/v1/accounts/${host.accountID}/users/${memberID}/password`,
        { requesterPassword: password, newTargetPassword },
        keyed('team-1'),
      );
    const notices = async () => (await auth.mailsTo(guest.email, 'core.security-notice')).length;
    expect((await set('lantern pebble fjord')).status).toBe(204);
    expect([(await set('lantern pebble fjord')).status, await notices()]).toEqual([204, 1]);
    expect(codeOf(await set('a wholly other one'))).toBe('idempotency_key_reused');
    expect((await auth.browser().login(guest.email, 'lantern pebble fjord')).status).toBe(200);
  });

  it('is free again after a refusal', async () => {
    const { browser, email, id } = await auth.registered();
    await auth.admin.query('update core."user" set email_verified = false where id = $1', [id]);
    await browser.send('POST', '/auth/actions/request-code');
    const { code } = await auth.lastMail(email, 'core.verification-code');
    const verify = (digits: unknown) =>
      browser.send('POST', '/auth/actions/verify-code', { code: digits }, keyed('verify-1'));
    expect(codeOf(await verify(code === '000000' ? '000001' : '000000'))).toBe('code_invalid');
    expect((await verify(code)).body).toMatchObject({ emailVerified: true });
  });

  it('has no effect on signing in, renewing and signing out, which are made to be repeated', async () => {
    const { email } = await auth.registered();
    const browser = auth.browser();
    const login = () =>
      browser.send('POST', '/auth/actions/login', { identifier: email, password }, keyed('session-1'));
    expect((await login()).headers.getSetCookie()).toHaveLength(3);
    expect((await login()).headers.getSetCookie()).toHaveLength(3);
    for (let turn = 0; turn < 2; turn += 1)
      expect((await browser.send('POST', '/auth/access-tokens', undefined, keyed('session-1'))).body).toEqual({
        status: 'refreshed',
      });
    expect((await browser.send('DELETE', '/auth/refresh-tokens', undefined, keyed('session-1'))).status).toBe(200);
    expect((await login()).status).toBe(200);
  });

  it('is forgotten after seven days', async () => {
    const { browser, id } = await auth.registered();
    const rename = (name: string) => browser.send('PATCH', `/v1/users/${id}`, { name }, keyed('old-1'));
    await rename('Old');
    const prune = () =>
      auth.kernel.database.runAsAuth({ accountID: '' }, (em) => prunePersonKeys({ em, clock: auth.clock }, 100));
    auth.clock.advance(6 * dayLength);
    await prune();
    await browser.send('POST', '/auth/access-tokens');
    expect(codeOf(await rename('New'))).toBe('idempotency_key_reused');
    auth.clock.advance(86_400_001);
    expect(await prune()).toBeGreaterThan(0);
    await browser.send('POST', '/auth/access-tokens');
    expect((await rename('New')).status).toBe(200);
  });
});

describe('an answer with a secret', () => {
  it('is given once and kept nowhere; the repetition is refused, not done', async () => {
    const { browser, accountID } = await auth.registered();
    const create = () =>
      browser.send<{ id: string; secret: string }>(
        'POST',
        '/v1/api-keys',
        { name: 'Shop', scopes: ['account:read'] },
        keyed('api-1'),
      );
    const { status, body } = await create();
    expect([status, typeof body.secret], JSON.stringify(body)).toEqual([201, 'string']);
    expect(codeOf(await create())).toBe('idempotency_answer_not_kept');
    expect(await countOf('from core.api_key where account_id = $1', accountID)).toBe(1);
    expect(await countOf('from core.idempotency_key where body like $1', `%${body.secret}%`)).toBe(0);
  });
});
