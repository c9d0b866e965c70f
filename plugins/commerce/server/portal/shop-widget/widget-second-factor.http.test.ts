import { dayLength, daysLater } from '@millwright/core/contracts';
import { type TestPerson, testPassword } from '@millwright/core/testing';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createCustomer } from '../../../contracts/index.ts';
import { type OrderFixture, orderFixture } from '../../sales/sales-order/record/sales-order-fixture.ts';
import { openShopWidget, otherSite, type Sent, type ShopWidget, type WidgetStep } from './shop-widget-fixture.ts';

let at: OrderFixture;
let widget: ShopWidget;

beforeAll(async () => {
  at = await orderFixture();
  widget = await openShopWidget(at);
});
afterAll(async () => {
  await widget?.close();
  await at?.kernel.stop();
});
beforeEach(async () => {
  await widget.db.query('delete from core.rate_limit');
  // The clock advances, so that no two tests use the same code.
  at.kernel.clock.advance(90_000);
});

const shown = (secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: at.kernel.clock.now().getTime() + steps * 30_000,
  });

const send = async <T>(person: TestPerson, path: string, body: unknown, method = 'POST'): Promise<T> => {
  const headers = { 'content-type': 'application/json' };
  const response = await person.fetch(path, { method, headers, body: JSON.stringify(body) });
  expect(response.status, await response.clone().text()).toBe(200);
  return (await response.json()) as T;
};

/** Renews the person's session, which would otherwise expire when the clock advances. */
const stayIn = (person: TestPerson) => person.fetch('/auth/access-tokens', { method: 'POST' });

/** Sets up an authenticator app, as a person does in the portal's profile. */
const setUpApp = async (person: TestPerson) => {
  await stayIn(person);
  const path = '/v1/me/second-factor/actions';
  const { secret } = await send<{ secret: string }>(person, `${path}/begin-app`, { password: testPassword });
  const codes = await send<{ recoveryCodes: string[] }>(person, `${path}/confirm-app`, { code: shown(secret, -1) });
  return { secret, ...codes };
};

let made = 0;
/** A person of a new customer. */
const newBuyer = async (): Promise<TestPerson> => {
  made += 1;
  await stayIn(at.admin);
  const { id } = await at.admin.call(createCustomer, { body: { name: `Buyer ${made}`, email: `b${made}@buyer.test` } });
  return at.kernel.a.as('customer', { customerID: id });
};

const confirm = (challenge: string | undefined, code: string, sent: Sent = {}) =>
  widget.call<WidgetStep>('sign-in/second-factor', { ...sent, body: { challenge, code } });
const profile = (token: string | undefined) => widget.call('portal/profile', { token: token ?? '' });

describe('a sign-in inside a widget of somebody with an authenticator app', () => {
  it('gives no token before the code of the app, and takes that once', async () => {
    const buyer = await newBuyer();
    const { secret } = await setUpApp(buyer);
    const factorAsked = await widget.signIn(buyer.email);
    expect(factorAsked).toMatchObject({ status: 200, body: { state: 'second_factor', methods: ['app', 'recovery'] } });
    expect(factorAsked.body.token).toBeUndefined();
    const { challenge } = factorAsked.body;
    expect(await profile(challenge)).toMatchObject({ status: 401, body: { code: 'widget_signed_out' } });
    expect(await confirm(challenge, '000000')).toMatchObject({
      status: 400,
      body: { code: 'second_factor_wrong', errors: [{ path: 'code' }] },
    });
    const entered = await confirm(challenge, shown(secret));
    expect(entered).toMatchObject({ status: 200, body: { state: 'signed_in', setUp: null } });
    expect((await profile(entered.body.token)).status).toBe(200);
    // The challenge and the code work once: the code is also refused at another sign-in, here or in the shell.
    expect(await confirm(challenge, shown(secret, 1))).toMatchObject({
      status: 401,
      body: { code: 'challenge_ended' },
    });
    const again = await widget.signIn(buyer.email);
    expect(await confirm(again.body.challenge, shown(secret))).toMatchObject({ status: 400 });
    expect((await confirm(again.body.challenge, shown(secret, 1))).status).toBe(200);
  });

  it('lets one of twin requests in', async () => {
    const buyer = await newBuyer();
    const { secret } = await setUpApp(buyer);
    const { challenge } = (await widget.signIn(buyer.email)).body;
    const answers = await Promise.all([confirm(challenge, shown(secret)), confirm(challenge, shown(secret))]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
  });

  it('takes a recovery code once', async () => {
    const buyer = await newBuyer();
    const [code = ''] = (await setUpApp(buyer)).recoveryCodes;
    const { challenge } = (await widget.signIn(buyer.email)).body;
    expect((await confirm(challenge, code.toUpperCase())).status).toBe(200);
    const again = await widget.signIn(buyer.email);
    expect((await confirm(again.body.challenge, code)).status).toBe(400);
  });

  it('counts wrong codes for the person over all sign-ins, and makes wait', async () => {
    const buyer = await newBuyer();
    const { secret } = await setUpApp(buyer);
    const one = (await widget.signIn(buyer.email)).body.challenge;
    const two = (await widget.signIn(buyer.email)).body.challenge;
    for (let tries = 0; tries < 10; tries += 1)
      expect((await confirm(tries % 2 ? one : two, '000000')).status).toBe(400);
    const refused = await confirm(one, shown(secret));
    expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_attempts' } });
    expect(refused.headers.get('retry-after')).toBe('60');
    at.kernel.clock.advance(61_000);
    expect((await confirm(one, shown(secret))).status).toBe(200);
  });

  it('takes the challenge with its key on its site alone, in time, of active people', async () => {
    const buyer = await newBuyer();
    const { secret } = await setUpApp(buyer);
    const { challenge } = (await widget.signIn(buyer.email)).body;
    const ended = { status: 401, body: { code: 'challenge_ended' } };
    expect(await confirm(challenge, shown(secret), { origin: otherSite })).toMatchObject(ended);
    expect(await confirm('x'.repeat(43), shown(secret))).toMatchObject(ended);
    const status = (to: string) =>
      widget.db.query('update core.member set status = $1 where email = $2', [to, buyer.email]);
    await status('deactivated');
    expect(await confirm(challenge, shown(secret))).toMatchObject(ended);
    await status('active');
    at.kernel.clock.advance(15 * 60_000);
    expect(await confirm(challenge, shown(secret))).toMatchObject(ended);
    expect(await confirm(challenge, 'no code')).toMatchObject({ status: 400, body: { errors: [{ path: 'code' }] } });
  });
});

describe('a sign-in inside a widget of somebody with a passkey alone', () => {
  it('takes a recovery code: passkeys work at the address of the installation', async () => {
    const buyer = await newBuyer();
    await widget.db.query(
      `insert into core.passkey (id, user_id, name, credential_id, public_key, sign_count,
        transports, is_synced, created_at)
       values ('psk_01h455vb4pex5vsknk084sn02q', $1, 'Phone', 'credential', 'key', 0, '{}', false, now())`,
      [buyer.userID],
    );
    const factorAsked = await widget.signIn(buyer.email);
    expect(factorAsked.body).toMatchObject({ state: 'second_factor', methods: ['recovery'] });
    expect(factorAsked.body.token).toBeUndefined();
    // A person who sets up an app meanwhile enters its next code.
    expect(await confirm(factorAsked.body.challenge, '000000')).toMatchObject({
      status: 400,
      body: { code: 'second_factor_wrong' },
    });
  });
});

describe('a second factor that an account requires of its customers', () => {
  it('gives grace, then ends sign-ins without one and leads to the portal to set one up', async () => {
    const buyer = await newBuyer();
    const { rows } = await widget.db.query(
      "select id from core.role where account_id = $1 and type = 'customer' and is_system",
      [at.kernel.a.id],
    );
    const secondFactor = { everyone: false, roleIDs: [rows[0].id], graceDays: 7 };
    await stayIn(at.admin);
    await send(at.admin, '/v1/security/policy', { secondFactor }, 'PUT');
    const until = expect.stringMatching(daysLater(at.kernel.clock.now(), 7).toISOString().slice(0, 17));
    const graced = await widget.signIn(buyer.email);
    const setUpURL = 'http://millwright.test/dashboard/profile';
    expect(graced.body).toMatchObject({ state: 'signed_in', setUp: { until, url: setUpURL } });

    // A session from before the end of the grace period works until its end.
    at.kernel.clock.advance(7 * dayLength - 60_000);
    const late = await widget.signIn(buyer.email);
    expect((await profile(late.body.token)).status).toBe(200);
    at.kernel.clock.advance(61_000);
    expect(await profile(late.body.token)).toMatchObject({ status: 401, body: { code: 'widget_signed_out' } });
    const factorAsked = await widget.signIn(buyer.email);
    expect(factorAsked.body).toMatchObject({ state: 'second_factor', methods: [], setUpURL });
    expect(factorAsked.body.token).toBeUndefined();
    for (let tries = 0; tries < 11; tries += 1)
      expect(await confirm(factorAsked.body.challenge, '000000')).toMatchObject({
        status: 403,
        body: { code: 'second_factor_enrolment', details: { account: expect.any(String) } },
      });

    // A person who sets up a factor meanwhile continues the same sign-in.
    const { secret } = await setUpApp(buyer);
    const done = await confirm(factorAsked.body.challenge, shown(secret));
    expect(done).toMatchObject({ status: 200, body: { state: 'signed_in', setUp: null } });
    expect((await profile(done.body.token)).status).toBe(200);
    await stayIn(at.admin);
    await send(at.admin, '/v1/security/policy', { secondFactor: { ...secondFactor, roleIDs: [] } }, 'PUT');
  });
});
