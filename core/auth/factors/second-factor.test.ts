import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resetSecondFactor } from '../../boot/index.ts';
import type { ProblemBody } from '../../contracts/endpoints/problem.ts';
import type { MySecondFactor } from '../../contracts/sign-in/second-factor.contract.ts';
import { type Browser, bootAuthFixture, codeOf, password } from '../auth-fixture.ts';
import { PersonVault } from '../people/person-vault.ts';
import { resealApps } from './second-factor.ts';

let auth: Awaited<ReturnType<typeof bootAuthFixture>>;
beforeAll(async () => {
  auth = await bootAuthFixture();
});
afterAll(() => auth.stop());

/** The app's current code, or the code this many half minutes later. */
const shown = (secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: auth.clock.now().getTime() + steps * 30_000,
  });

const challengeOf = (body: unknown): string => String((body as ProblemBody).details?.['challenge']);

const withApp = async () => {
  const person = await auth.registered();
  const begun = await person.browser.send<{ secret: string; uri: string; picture: string }>(
    'POST',
    '/v1/me/second-factor/actions/begin-app',
    { password },
  );
  const { secret } = begun.body;
  const confirmed = await person.browser.send<{ recoveryCodes: string[] }>(
    'POST',
    '/v1/me/second-factor/actions/confirm-app',
    { code: shown(secret, -1) },
  );
  expect(confirmed.status, JSON.stringify(confirmed.body)).toBe(200);
  return { ...person, begun: begun.body, secret, recoveryCodes: confirmed.body.recoveryCodes };
};

const challenge = async (browser: Browser, email: string): Promise<string> => {
  const answer = await browser.login(email, password);
  expect([answer.status, codeOf(answer)]).toEqual([401, 'second_factor_required']);
  expect([...browser.cookies.keys()].filter((name) => name !== 'dv')).toEqual([]);
  return challengeOf(answer.body);
};
const confirm = (browser: Browser, token: string, code: string) =>
  browser.send('POST', '/auth/actions/confirm-sign-in', { challenge: token, code });

describe('the second factor', () => {
  it('is set up with password and code, and asked for at every sign-in from then on', async () => {
    const { browser, email, id, begun, secret, recoveryCodes } = await withApp();
    expect(begun.uri).toContain(`secret=${secret}`);
    expect(begun.picture).toMatch(/^<svg /);
    expect(new Set(recoveryCodes).size).toBe(10);
    expect(recoveryCodes[0]).toMatch(/^(?:[a-z2-7]{4}-){3}[a-z2-7]{4}$/);
    const { rows } = await auth.admin.query('select * from core.authenticator_app where user_id = $1', [id]);
    expect(JSON.stringify(rows)).not.toContain(secret);
    expect((await auth.lastMail(email, 'core.security-notice'))['title']).toBe('An authenticator app was set up');
    expect((await browser.send<MySecondFactor>('GET', '/v1/me/second-factor')).body).toMatchObject({
      recoveryCodesLeft: 10,
      isConfirmed: true,
    });
    const other = auth.browser();
    const token = await challenge(other, email);
    expect(codeOf(await confirm(other, token, '000000'))).toBe('second_factor_wrong');
    expect((await confirm(other, token, shown(secret))).status).toBe(200);
    expect((await other.send('GET', '/v1/me')).status).toBe(200);
    // A challenge is valid once.
    expect(codeOf(await confirm(auth.browser(), token, shown(secret, 1)))).toBe('challenge_ended');
    expect(await auth.eventsOf(id)).toContain('second_factor_added');
  });

  it('takes no code twice, of parallel sign-ins neither, and none that is too old or too early', async () => {
    const { email, secret } = await withApp();
    const [one, two, three] = [auth.browser(), auth.browser(), auth.browser()];
    const tokens = [await challenge(one, email), await challenge(two, email), await challenge(three, email)];
    const code = shown(secret);
    const answers = await Promise.all([one, two].map((own, index) => confirm(own, tokens[index] as string, code)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    for (const steps of [-2, -1, 0, 2])
      expect(codeOf(await confirm(three, tokens[2] as string, shown(secret, steps)))).toBe('second_factor_wrong');
    expect((await confirm(three, tokens[2] as string, shown(secret, 1))).status).toBe(200);
  });

  it('gives a challenge five minutes, and none after the password has changed', async () => {
    const { browser, email, secret } = await withApp();
    const own = auth.browser();
    const late = await challenge(own, email);
    auth.clock.advance(300_000);
    expect(codeOf(await confirm(own, late, shown(secret)))).toBe('challenge_ended');
    const token = await challenge(own, email);
    const newPassword = 'orbit gravel thimble';
    const change = { oldPassword: password, newPassword };
    expect((await browser.send('PUT', '/auth/actions/update-password', change)).status).toBe(200);
    expect(codeOf(await confirm(own, token, shown(secret)))).toBe('challenge_ended');
  });

  it('makes wait after ten wrong codes, whatever challenges they are for', async () => {
    const { email, secret } = await withApp();
    const own = auth.browser();
    for (let attempt = 0; attempt < 10; attempt += 1)
      expect((await confirm(own, await challenge(own, email), '000000')).status).toBe(400);
    const refused = await confirm(own, await challenge(own, email), shown(secret));
    expect([refused.status, codeOf(refused), refused.headers.get('retry-after')]).toEqual([
      429,
      'too_many_attempts',
      '60',
    ]);
  });

  it('lets a recovery code in once, and new ones void the old', async () => {
    const { browser, email, recoveryCodes, secret } = await withApp();
    const own = auth.browser();
    const [first = '', second = ''] = recoveryCodes;
    expect((await confirm(own, await challenge(own, email), first.toUpperCase())).status).toBe(200);
    expect((await auth.lastMail(email, 'core.security-notice'))['title']).toBe('A recovery code was used');
    const again = auth.browser();
    expect(codeOf(await confirm(again, await challenge(again, email), first))).toBe('second_factor_wrong');
    const renew = { password, code: shown(secret) };
    const renewed = await browser.send<{ recoveryCodes: string[] }>(
      'POST',
      '/v1/me/second-factor/actions/renew-recovery-codes',
      renew,
    );
    expect(codeOf(await confirm(again, await challenge(again, email), second))).toBe('second_factor_wrong');
    const [fresh = ''] = renewed.body.recoveryCodes;
    expect((await confirm(again, await challenge(again, email), fresh)).status).toBe(200);
  });

  it('goes with password and code only, or by the operator', async () => {
    const { browser, email, id, secret } = await withApp();
    const remove = (proof: { password: string; code: string }) =>
      browser.send('POST', '/v1/me/second-factor/actions/remove-app', proof);
    expect(codeOf(await remove({ password: 'not the password', code: shown(secret) }))).toBe('wrong_password');
    expect(codeOf(await remove({ password, code: '000000' }))).toBe('second_factor_wrong');
    expect((await remove({ password, code: shown(secret) })).status).toBe(200);
    expect((await auth.browser().login(email, password)).status).toBe(200);
    expect(await auth.eventsOf(id)).toContain('second_factor_removed');

    const lost = await withApp();
    expect(await resetSecondFactor(auth.kernel.tenancy, lost.email)).toBe(true);
    expect((await auth.browser().login(lost.email, password)).status).toBe(200);
    expect((await auth.lastMail(lost.email, 'core.security-notice'))['title']).toBe('Your second factor was reset');
    expect(await auth.eventsOf(lost.id)).toContain('second_factor_reset');
  });

  it('survives a new secret of the installation', async () => {
    const { id } = await withApp();
    const [from, to] = [new PersonVault('a secret that only tests know, 32 characters'), new PersonVault('another')];
    await auth.kernel.database.runAsAuth({ accountID: '' }, async (em) => {
      expect(await resealApps(em, { from, to })).toBeGreaterThan(0);
      // A second run has nothing to do.
      expect(await resealApps(em, { from, to })).toBe(0);
    });
    const { rows } = await auth.admin.query('select sealed_secret from core.authenticator_app where user_id = $1', [
      id,
    ]);
    expect(to.open(id, rows[0].sealed_secret)).toHaveLength(20);
    expect(() => to.open('usr_other', rows[0].sealed_secret)).toThrow('cannot be opened');
  });
});
