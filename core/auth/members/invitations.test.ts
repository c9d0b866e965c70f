import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ProblemBody } from '../../contracts/endpoints/problem.ts';
import { dayLength } from '../../contracts/texts/date.ts';
import { limitKey, limitRules } from '../../limits/limiter.ts';
import { type AuthAnswer, type Browser, bootAuthFixture, codeOf, password, problemOf } from '../auth-fixture.ts';

let auth: Awaited<ReturnType<typeof bootAuthFixture>>;
beforeAll(async () => {
  auth = await bootAuthFixture();
});
afterAll(() => auth.stop());

type Person = Awaited<ReturnType<typeof auth.registered>>;

const roleID = async ({ browser }: Person, code: string): Promise<string> => {
  const { body } = await browser.send<{ items: { id: string; code: string }[] }>('GET', '/v1/roles');
  return body.items.find((role) => role.code === code)?.id as string;
};
const users = ({ accountID }: Person): string => `/v1/accounts/${accountID}/users`;
const inviteAs = async (
  host: Person,
  email: string,
  role = 'user',
): Promise<AuthAnswer<{ id: string } & ProblemBody>> =>
  host.browser.send('POST', users(host), { email, name: 'Guest', roleID: await roleID(host, role) });

/** The token of the last invitation mailed to an address. */
const tokenTo = async (email: string): Promise<string> => {
  const { rows } = await auth.admin.query(
    `select props from core.email_log where recipients = array[$1] and template = 'core.invitation'
      order by id desc limit 1`,
    [email],
  );
  return new URL(rows[0].props.link).searchParams.get('token') as string;
};
const invited = async (host: Person, email: string, role = 'user'): Promise<{ id: string; token: string }> => {
  const answer = await inviteAs(host, email, role);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return { id: answer.body.id, token: await tokenTo(email) };
};
const act = (browser: Browser, action: string, body: object): Promise<AuthAnswer> =>
  browser.send('POST', `/auth/actions/${action}`, body);
const registerWith = (browser: Browser, token: string): Promise<AuthAnswer> =>
  act(browser, 'register-invited', { token, name: 'Guest', password });
const accountsOf = async (browser: Browser): Promise<string[]> =>
  (await browser.tenancy()).availableAccounts.map(({ id }) => id);
const waitingFor = async (browser: Browser) =>
  (
    await browser.send<{ items: { id: string; account: { id: string }; inviterName: string }[] }>(
      'GET',
      '/v1/me/invitations',
    )
  ).body.items;
const actionsOn = async (memberID: string): Promise<string[]> =>
  (await auth.admin.query('select action from core.audit_event where record_id = $1 order by id', [memberID])).rows.map(
    ({ action }) => action,
  );

describe('an invitation', () => {
  it('is accepted by its person alone, with the token, once; nothing else joins an account', async () => {
    const host = await auth.registered();
    const guest = await auth.registered();
    const stranger = await auth.registered();
    const { id, token } = await invited(host, guest.email);
    await guest.browser.send('POST', '/auth/access-tokens');
    await guest.browser.login(guest.email, password);
    await act(guest.browser, 'request-password-reset', { identifier: guest.email });
    const { link } = await auth.lastMail(guest.email, 'core.password-reset');
    const reset = new URL(link as string).searchParams.get('token');
    await act(guest.browser, 'reset-password', { token: reset, password });
    await guest.browser.login(guest.email, password);
    expect(await accountsOf(guest.browser)).toEqual([guest.accountID]);

    const read = await act(auth.browser(), 'read-invitation', { token });
    expect(read.body).toMatchObject({
      account: { id: host.accountID },
      inviterName: expect.stringMatching(/^Person/),
      role: { name: 'User', type: 'user' },
      email: guest.email,
      hasSignIn: true,
    });
    expect((await act(auth.browser(), 'accept-invitation', { token })).status).toBe(401);
    expect(codeOf(await act(stranger.browser, 'accept-invitation', { token }))).toBe('invitation_for_other');
    const answers = await Promise.all([1, 2].map(() => act(guest.browser.copy(), 'accept-invitation', { token })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await accountsOf(guest.browser)).sort()).toEqual([guest.accountID, host.accountID].sort());
    expect(codeOf(await act(guest.browser, 'accept-invitation', { token }))).toBe('invitation_invalid');
    expect(await actionsOn(id)).toEqual(['invited', 'joined']);
    expect((await guest.browser.tenancy()).currentAccount.id).toBe(guest.accountID);
  });

  it('lets a newcomer register with the address proven, without an account of their own', async () => {
    const host = await auth.registered();
    const { token } = await invited(host, 'newcomer@example.com', 'scanner');
    const newcomer = auth.browser();
    expect((await act(newcomer, 'read-invitation', { token })).body).toMatchObject({ hasSignIn: false });
    const answer = await registerWith(newcomer, token);
    expect([answer.status, answer.body]).toMatchObject([
      201,
      { user: { email: 'newcomer@example.com', emailVerified: true } },
    ]);
    const { currentAccount, availableAccounts } = await newcomer.tenancy();
    expect(currentAccount).toMatchObject({ id: host.accountID, roleType: 'scanner' });
    expect(availableAccounts).toHaveLength(1);
    expect(codeOf(await registerWith(auth.browser(), token))).toBe('invitation_invalid');
  });

  const waiting =
    'waits for whoever registers by themselves, ' +
    'who get an account of their own and find it while their address is proven';
  it(waiting, async () => {
    const host = await auth.registered();
    const email = 'aaron@example.com';
    const { id } = await invited(host, email);
    const browser = auth.browser();
    await auth.register(browser, { name: 'Aaron', email, password });
    const own = (await browser.tenancy()).currentAccount;
    expect(own).toMatchObject({ roleType: 'admin', name: 'Aaron' });
    expect(await accountsOf(browser)).toEqual([own.id]);
    const isProven = (proven: boolean) =>
      auth.admin.query('update core."user" set email_verified = $1 where email = $2', [proven, email]);
    await isProven(false);
    expect(await waitingFor(browser)).toEqual([]);
    const accept = `/v1/me/invitations/${id}/actions/accept`;
    expect((await browser.send('POST', accept)).status).toBe(404);
    await isProven(true);
    expect(await waitingFor(browser)).toMatchObject([{ id, account: { id: host.accountID } }]);
    const stranger = await auth.registered();
    for (const action of ['accept', 'decline'])
      expect((await stranger.browser.send('POST', `/v1/me/invitations/${id}/actions/${action}`)).status).toBe(404);
    expect((await browser.send('POST', accept)).body).toMatchObject({ accountID: host.accountID });
    expect(await accountsOf(browser)).toHaveLength(2);
    expect((await browser.tenancy()).currentAccount.id).toBe(own.id);
    expect(await waitingFor(browser)).toEqual([]);
  });

  it('is declined without a sign-in or in the shell, and is gone then', async () => {
    const host = await auth.registered();
    const guest = await auth.registered();
    const first = await invited(host, guest.email);
    expect((await act(auth.browser(), 'decline-invitation', { token: first.token })).status).toBe(204);
    expect(codeOf(await act(guest.browser, 'accept-invitation', { token: first.token }))).toBe('invitation_invalid');
    expect((await host.browser.send('GET', `${users(host)}/${first.id}`)).status).toBe(404);
    auth.clock.advance(301_000);
    const second = await invited(host, guest.email);
    expect(second.id).toBe(first.id);
    expect((await guest.browser.send('POST', `/v1/me/invitations/${second.id}/actions/decline`)).status).toBe(204);
    expect(await waitingFor(guest.browser)).toEqual([]);
    expect(await actionsOn(first.id)).toEqual(['invited', 'declined', 'invited', 'declined']);
  });

  it('ends with a newer one, when it is taken back, and after a week', async () => {
    const host = await auth.registered();
    const guest = await auth.registered();
    const { id, token } = await invited(host, guest.email);
    auth.clock.advance(301_000);
    await host.browser.send('POST', `${users(host)}/${id}/actions/invite`);
    const newer = await tokenTo(guest.email);
    const refused = async (which: string) =>
      expect(codeOf(await act(auth.browser(), 'read-invitation', { token: which }))).toBe('invitation_invalid');
    await refused(token);
    await host.browser.send('PATCH', `${users(host)}/${id}`, { status: 'suspended' });
    await refused(newer);
    const other = await invited(host, 'late@example.com');
    auth.clock.advance(7 * dayLength);
    await refused(other.token);
    expect(codeOf(await registerWith(auth.browser(), other.token))).toBe('invitation_invalid');
  });
});

describe('a password that a team set', () => {
  const teamPassword = 'seven purple otters dancing';
  const setFor = (host: Person, memberID: string): Promise<AuthAnswer> =>
    host.browser.send('PUT', `${users(host)}/${memberID}/password`, {
      requesterPassword: password,
      newTargetPassword: teamPassword,
    });

  it('opens no other account to whoever set it', async () => {
    const [team, other] = [await auth.registered(), await auth.registered()];
    const email = 'floor@example.com';
    const { id, token } = await invited(team, email);
    const person = auth.browser();
    await registerWith(person, token);
    expect((await setFor(team, id)).status).toBe(204);
    expect((await person.send('GET', '/v1/me')).status).toBe(401);
    const whoSetIt = auth.browser();
    expect((await whoSetIt.login(email, teamPassword)).body.user.emailVerified).toBe(false);

    const elsewhere = await invited(other, email);
    expect(await waitingFor(whoSetIt)).toEqual([]);
    await whoSetIt.send('POST', '/auth/access-tokens');
    expect(await accountsOf(whoSetIt)).toEqual([team.accountID]);
    await person.login(email, teamPassword);
    const refused = await act(person, 'accept-invitation', { token: elsewhere.token });
    expect([refused.status, codeOf(refused)]).toEqual([409, 'own_password_needed']);
    await person.send('PUT', '/auth/actions/update-password', { oldPassword: teamPassword, newPassword: password });
    expect((await act(person, 'accept-invitation', { token: elsewhere.token })).status).toBe(200);
    expect((await whoSetIt.send('GET', '/v1/me')).status).toBe(401);
    expect(await accountsOf(person)).toHaveLength(2);
  });

  it('is refused where another account waits for the person, or may let them back', async () => {
    const [team, other] = [await auth.registered(), await auth.registered()];
    const email = 'tied@example.com';
    const { id, token } = await invited(team, email);
    await registerWith(auth.browser(), token);
    const elsewhere = await invited(other, email);
    expect(codeOf(await setFor(team, id))).toBe('other_accounts');
    await other.browser.send('PATCH', `${users(other)}/${elsewhere.id}`, { status: 'deactivated' });
    expect(codeOf(await setFor(team, id))).toBe('other_accounts');
    await other.browser.send('DELETE', `${users(other)}/${elsewhere.id}`);
    expect((await setFor(team, id)).status).toBe(204);
  });
});

describe('membership', () => {
  it('is left by everybody but the last administrator; the account joined first becomes the current one', async () => {
    const host = await auth.registered();
    const guest = auth.browser();
    const { id, token } = await invited(host, 'leaver@example.com', 'scanner');
    await registerWith(guest, token);
    const second = await auth.registered();
    await act(guest, 'accept-invitation', { token: (await invited(second, 'leaver@example.com')).token });
    expect((await guest.tenancy()).currentAccount.id).toBe(host.accountID);
    const third = await auth.registered();
    const leave = (browser: Browser, { accountID }: Person) => browser.send('DELETE', `/v1/me/accounts/${accountID}`);
    expect((await leave(guest, third)).status).toBe(404);
    expect((await leave(guest, host)).status).toBe(204);
    expect((await leave(guest, host)).status).toBe(404);
    expect((await guest.tenancy()).currentAccount.id).toBe(second.accountID);
    expect((await guest.send('GET', '/v1/account-statuses', undefined, { 'account-id': host.accountID })).status).toBe(
      403,
    );
    expect(await actionsOn(id)).toEqual(['invited', 'joined', 'left']);
    expect(codeOf(await leave(host.browser, host))).toBe('last_admin');
    // After rejoining, the current account stays the same.
    auth.clock.advance(301_000);
    await act(guest, 'accept-invitation', { token: (await invited(host, 'leaver@example.com')).token });
    expect((await guest.tenancy()).currentAccount.id).toBe(second.accountID);
  });
});

describe('mail', () => {
  it('leaves no account before an address is proven', async () => {
    const host = await auth.registered();
    await auth.admin.query('update core."user" set email_verified = false where id = $1', [host.id]);
    await auth.admin.query('update core.account set is_mail_held = true where id = $1', [host.accountID]);
    const refused = await inviteAs(host, 'anybody@example.com');
    expect([refused.status, codeOf(refused)]).toEqual([409, 'address_not_proven']);
    await host.browser.send('POST', '/auth/actions/request-code');
    const { code } = await auth.lastMail(host.email, 'core.verification-code');
    await act(host.browser, 'verify-code', { code });
    expect((await inviteAs(host, 'anybody@example.com')).status).toBe(201);
  });

  it('of invitations is limited per address, account and day', async () => {
    const [host, other] = [await auth.registered(), await auth.registered()];
    const email = 'popular@example.com';
    const { id } = await invited(host, email);
    const again = (): Promise<AuthAnswer> => host.browser.send('POST', `${users(host)}/${id}/actions/invite`);
    const soon = await again();
    expect([soon.status, codeOf(soon), soon.headers.get('retry-after')]).toEqual([429, 'too_many_invitations', '300']);
    const later = async (milliseconds: number): Promise<void> => {
      auth.clock.advance(milliseconds);
      for (const { browser } of [host, other]) await browser.send('POST', '/auth/access-tokens');
    };
    for (let time = 0; time < 2; time += 1) {
      await later(300_000);
      expect((await again()).status).toBe(200);
    }
    await later(300_000);
    expect(problemOf(await again()).message).toMatch(/^This person was invited several times today; try again in 24 h/);
    // Removing and inviting the person again does not bypass the limit.
    await host.browser.send('DELETE', `${users(host)}/${id}`);
    expect(codeOf(await inviteAs(host, email))).toBe('too_many_invitations');

    const setPoints = (rule: { name: string; points: number }, subject: string) =>
      auth.admin.query('update core.rate_limit set points = $1 where key = $2', [
        rule.points,
        limitKey(rule.name, subject),
      ]);
    await setPoints(limitRules.invitationToAddress, email);
    const mails = async () =>
      (await auth.admin.query('select 1 from core.email_log where recipients = $1', [[email]])).rowCount;
    const before = await mails();
    // Other accounts have already mailed this person the permitted number: the invitation is stored, but not mailed.
    expect((await inviteAs(other, email)).status).toBe(201);
    expect(await mails()).toBe(before);
    expect((await inviteAs(other, 'someone@example.com')).status).toBe(201);
    await setPoints(limitRules.invitationOfAccount, other.accountID);
    expect(problemOf(await inviteAs(other, 'else@example.com')).message).toContain('all its invitations');
  });

  it('names nobody by a link', async () => {
    const host = await auth.registered();
    await host.browser.send('PATCH', `/v1/accounts/${host.accountID}`, { name: 'Win at https://evil.example/x now' });
    await invited(host, 'target@example.com');
    const { rows } = await auth.admin.query(
      "select props from core.email_log where recipients = '{target@example.com}'",
    );
    expect(rows[0].props.accountName).toBe('Win at https evil example x now');
    const name = 'Go www.evil.example';
    const refused = { status: 400, body: { errors: [{ path: 'name', message: 'Letters only, please' }] } };
    expect(await act(auth.browser(), 'register', { name, email: 'victim@example.com', password })).toMatchObject(
      refused,
    );
    const { browser, id } = await auth.registered();
    expect(await browser.send('PATCH', `/v1/users/${id}`, { name })).toMatchObject(refused);
  });
});

describe('registration', () => {
  it.each([
    ['invited', 'registration_invited', 201],
    ['closed', 'registration_closed', 403],
  ] as const)('that is %s takes nobody without an invitation', async (mode, code, withToken) => {
    const host = await auth.registered();
    const { token } = await invited(host, `guest-${mode}@example.com`);
    const kernel = await auth.secondKernel('http://millwright.test', mode);
    try {
      const send = async (path: string, body?: object) => {
        const response = await kernel.api.request(`http://millwright.test${path}`, {
          method: body ? 'POST' : 'GET',
          headers: { 'content-type': 'application/json' },
          ...(body ? { body: JSON.stringify(body) } : {}),
        });
        return { status: response.status, body: await response.json() };
      };
      expect(await send('/auth/registration')).toEqual({ status: 200, body: { mode } });
      const person = { name: 'Nobody', email: `nobody-${mode}@example.com`, password };
      expect(await send('/auth/actions/register', person)).toMatchObject({ status: 403, body: { code } });
      const answer = await send('/auth/actions/register-invited', { token, name: 'Guest', password });
      expect(answer.status).toBe(withToken);
    } finally {
      await kernel.close();
    }
  });
});
