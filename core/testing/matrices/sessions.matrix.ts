import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Secret, TOTP } from 'otpauth';
import { afterAll, describe, expect, it } from 'vitest';
import { type AuthAnswer, type Browser, bootAuthFixture, password } from '../../auth/auth-fixture.ts';
import type { EndpointAnswer } from '../../contracts/endpoints/endpoint.ts';
import type { addPasskey, beginPasskey, beginPasskeySignIn } from '../../contracts/sign-in/passkey.contract.ts';
import { signInChallenge } from '../../contracts/sign-in/second-factor.contract.ts';
import { TestAuthenticator } from '../stand-ins/authenticator.ts';
import { openTestOidcProvider } from '../stand-ins/oidc-provider.ts';

const [auth, provider] = await Promise.all([
  bootAuthFixture(),
  openTestOidcProvider('http://millwright.test/auth/provider'),
]);
afterAll(async () => {
  await auth.stop();
  await provider.close();
});

/** Kinds of calls: in the account, in another account, about the session, about the person, and public ones. */
const kinds = ['account', 'elsewhere', 'session', 'person', 'open'] as const;
type Kind = (typeof kinds)[number];
type Outcome = Record<Kind, string>;

/** A person with a session, the account of the session, and the account's other administrator. */
interface Seat {
  /** Headers of each call; null for people, whose browser has cookies. */
  key: Record<string, string> | null;
  browser: Browser;
  email: string;
  userID: string;
  accountID: string;
  memberID: string;
  boss: Browser;
  subject: string;
}

let made = 0;
const next = (): number => {
  made += 1;
  return made;
};

const roleNamed = async (accountID: string, code: string): Promise<string> =>
  (await auth.admin.query('select id from core.role where account_id = $1 and code = $2', [accountID, code])).rows[0]
    .id;

const fine = <Body>(answer: AuthAnswer<Body>): Body => {
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  return answer.body;
};

const setProvider = (boss: Browser, domain: string, usualRoleID: string, change: object = {}) =>
  boss.send('PUT', '/v1/security/identity-provider', {
    issuer: provider.issuer,
    clientID: provider.client.id,
    clientSecret: provider.client.secret,
    domains: [domain],
    usualRoleID,
    isEnabled: true,
    isOnlyWay: false,
    password,
    ...change,
  });

/** An account with a sign-in provider and a proven domain. */
async function account() {
  const boss = await auth.registered();
  const { slug } = (await boss.browser.tenancy()).currentAccount;
  const domain = `seat${next()}.test`;
  fine(await setProvider(boss.browser, domain, await roleNamed(boss.accountID, 'user')));
  auth.texts.set(`_millwright.${domain}`, [`millwright-account=${boss.accountID}`]);
  fine(await boss.browser.send('POST', '/v1/security/identity-provider/actions/prove', { domain }));
  return { accountID: boss.accountID, boss: boss.browser, slug, domain };
}

const tokenTo = async (email: string): Promise<string> => {
  const { rows } = await auth.admin.query(
    `select props from core.email_log where recipients = array[$1] and template = 'core.invitation'
      order by id desc limit 1`,
    [email],
  );
  return String(new URL(rows[0].props.link).searchParams.get('token'));
};

const invite = async (boss: Browser, accountID: string, email: string): Promise<string> => {
  const roleID = await roleNamed(accountID, 'user');
  fine(await boss.send('POST', `/v1/accounts/${accountID}/users`, { name: 'Guest', email, roleID }));
  return tokenTo(email);
};

const seated = async (
  host: { accountID: string; boss: Browser },
  browser: Browser,
  email: string,
  { key = null, subject = '' }: { key?: Seat['key']; subject?: string } = {},
): Promise<Seat> => {
  const { rows } = await auth.admin.query('select id, user_id from core.member where account_id = $1 and email = $2', [
    host.accountID,
    email,
  ]);
  const { accountID, boss } = host;
  return { key, browser, email, userID: rows[0].user_id, memberID: rows[0].id, accountID, boss, subject };
};

/** A member who joined by invitation, with a password of its own and no other account. */
async function colleague() {
  const host = await account();
  const email = `guest${next()}@${host.domain}`;
  const browser = auth.browser();
  const token = await invite(host.boss, host.accountID, email);
  fine(await browser.send('POST', '/auth/actions/register-invited', { token, name: 'Guest', password }));
  return { host, email, browser };
}

const throughProvider = async (slug: string, subject: string, email: string): Promise<Browser> => {
  const browser = auth.browser();
  provider.people.set(subject, { email, email_verified: true });
  const { url } = fine(
    await browser.send<{ url: string }>('POST', '/auth/actions/begin-provider-sign-in', { account: slug }),
  );
  const query = await provider.signIn(url, subject);
  fine(await browser.send('POST', '/auth/actions/end-provider-sign-in', { query }));
  return browser;
};

/** All ways to a session, with functions that create one. */
const ways: Record<string, () => Promise<Seat>> = {
  async invitation() {
    const { host, email, browser } = await colleague();
    return seated(host, browser, email);
  },
  async password() {
    const { host, email } = await colleague();
    const browser = auth.browser();
    fine(await browser.login(email, password));
    return seated(host, browser, email);
  },
  async registration() {
    const person = await auth.registered();
    const boss = await auth.registered();
    const id = `mem_01h455vb4pex5vsknk086s${String(next()).padStart(4, '0')}`;
    await auth.addMember({ ...person, id, email: boss.email, role: 'admin', userID: boss.id });
    const host = { accountID: person.accountID, boss: boss.browser };
    fine(await boss.browser.send('PUT', '/v1/me/tenancy', { accountID: person.accountID }));
    fine(await setProvider(boss.browser, `seat${next()}.test`, await roleNamed(person.accountID, 'user')));
    return seated(host, person.browser, person.email);
  },
  async passkey() {
    const { host, email, browser: first } = await colleague();
    const key = new TestAuthenticator('http://millwright.test');
    const begun = fine(
      await first.send<EndpointAnswer<typeof beginPasskey>>('POST', '/v1/me/passkeys/actions/begin', { password }),
    );
    fine(
      await first.send<EndpointAnswer<typeof addPasskey>>('POST', '/v1/me/passkeys', {
        challenge: begun.challenge,
        name: 'Laptop',
        answer: key.create(begun.options),
      }),
    );
    const browser = auth.browser();
    const asked = fine(
      await browser.send<EndpointAnswer<typeof beginPasskeySignIn>>('POST', '/auth/actions/begin-passkey-sign-in'),
    );
    const answer = key.get(asked.options);
    fine(await browser.send('POST', '/auth/actions/sign-in-by-passkey', { challenge: asked.challenge, answer }));
    return seated(host, browser, email);
  },
  async app() {
    const { host, email, browser: first } = await colleague();
    const { secret } = fine(
      await first.send<{ secret: string }>('POST', '/v1/me/second-factor/actions/begin-app', { password }),
    );
    const shown = (steps: number): string =>
      new TOTP({ secret: Secret.fromBase32(secret) }).generate({
        timestamp: auth.clock.now().getTime() + steps * 30_000,
      });
    fine(await first.send('POST', '/v1/me/second-factor/actions/confirm-app', { code: shown(-1) }));
    const browser = auth.browser();
    const refused = await browser.login(email, password);
    const { challenge } = signInChallenge.parse('details' in refused.body ? refused.body.details : undefined);
    fine(await browser.send('POST', '/auth/actions/confirm-sign-in', { challenge, code: shown(0) }));
    return seated(host, browser, email);
  },
  async provider() {
    const host = await account();
    const email = `made${next()}@${host.domain}`;
    return seated(host, await throughProvider(host.slug, email, email), email, { subject: email });
  },
  async 'own link'() {
    const { host, email, browser: first } = await colleague();
    provider.people.set(email, { email, email_verified: true });
    const { url } = fine(
      await first.send<{ url: string }>('POST', '/v1/me/provider-links/actions/begin', {
        account: host.slug,
        password,
      }),
    );
    const query = await provider.signIn(url, email);
    fine(await first.send('POST', '/auth/actions/end-provider-sign-in', { query }));
    return seated(host, await throughProvider(host.slug, email, email), email, { subject: email });
  },
  async key() {
    const { host, email, browser } = await colleague();
    const { id, secret } = fine(
      await host.boss.send<{ id: string; secret: string }>('POST', '/v1/api-keys', {
        name: 'Key',
        scopes: ['roles:read'],
      }),
    );
    return { ...(await seated(host, browser, email)), key: { 'x-api-key': id, 'x-auth-secret': secret } };
  },
};

/** Ways in plugins, which have their own tests. */
const elsewhere: Record<string, string> = {
  device: 'plugins/production/server/scanning-station/station-devices.http.test.ts',
  widget: 'plugins/commerce/server/portal/shop-widget/shop-widget.http.test.ts',
  'document link': 'plugins/commerce/server/portal/document-link/document-link.http.test.ts',
};

/** Another browser of the person, for actions that the session under test may not take. */
const ownBrowser = async ({ email }: Seat): Promise<Browser> => {
  const browser = auth.browser();
  const answer = await browser.login(email, password);
  if (answer.status !== 200) throw new Error(`Nobody signs in as ${email}: ${JSON.stringify(answer.body)}`);
  return browser;
};

const resetLink = async (email: string): Promise<string> => {
  fine(await auth.browser().send('POST', '/auth/actions/request-password-reset', { identifier: email }));
  const { link } = await auth.lastMail(email, 'core.password-reset');
  return String(new URL(String(link)).searchParams.get('token'));
};

let other: { accountID: string; browser: Browser } | undefined;
const otherAccount = async () => {
  other ??= await auth.registered();
  return other;
};

const users = ({ accountID }: Seat): string => `/v1/accounts/${accountID}/users`;

/** Events that happen to the person later; they return false if they cannot happen to a person of this way. */
const ties: Record<string, (seat: Seat, way: string) => Promise<unknown>> = {
  nothing: async () => undefined,
  invited: async ({ email }) => {
    const { browser, accountID } = await otherAccount();
    await invite(browser, accountID, email);
  },
  'joined elsewhere': async (seat, way) => {
    const { browser, accountID } = await otherAccount();
    const token = await invite(browser, accountID, seat.email);
    if (way === 'provider')
      return fine(
        await auth.browser().send('POST', '/auth/actions/register-invited', { token, name: 'Guest', password }),
      );
    // A person with a second factor accepts with the session under test.
    const own = ['passkey', 'app'].includes(way) ? seat.browser : await ownBrowser(seat);
    return fine(await own.send('POST', '/auth/actions/accept-invitation', { token }));
  },
  'role raised': async (seat) =>
    fine(
      await seat.boss.send('PATCH', `${users(seat)}/${seat.memberID}`, {
        roleID: await roleNamed(seat.accountID, 'admin'),
      }),
    ),
  'factor demanded': async ({ boss }) =>
    fine(
      await boss.send('PUT', '/v1/security/policy', {
        secondFactor: { everyone: true, roleIDs: [], graceDays: 0 },
      }),
    ),
  'password set by the team': async (seat) =>
    fine(
      await seat.boss.send('PUT', `${users(seat)}/${seat.memberID}/password`, {
        requesterPassword: password,
        newTargetPassword: 'seven purple otters dancing',
      }),
    ),
  reset: async ({ email }) =>
    fine(
      await auth.browser().send('POST', '/auth/actions/reset-password', { token: await resetLink(email), password }),
    ),
  changed: async (seat, way) => {
    // People created by the provider have no password, and a second factor needs more steps than this test has.
    if (['provider', 'passkey', 'app'].includes(way)) return false;
    const change = { oldPassword: password, newPassword: 'purple otters dance at dawn' };
    return fine(await (await ownBrowser(seat)).send('PUT', '/auth/actions/update-password', change));
  },
  'provider changed': async (seat) => {
    const { body } = await seat.boss.send<{ provider: { domains: string[] } }>('GET', '/v1/security/identity-provider');
    const domain = body.provider.domains[0] ?? '';
    const usual = await roleNamed(seat.accountID, 'user');
    fine(await setProvider(seat.boss, domain, usual, { clientID: 'another', clientSecret: 'another' }));
  },
  gone: async (seat) => fine(await seat.boss.send('DELETE', `${users(seat)}/${seat.memberID}`)),
  'kept out': async (seat) =>
    fine(await seat.boss.send('PATCH', `${users(seat)}/${seat.memberID}`, { status: 'deactivated' })),
};

async function look({ browser, key, accountID }: Seat): Promise<Outcome> {
  const there = await otherAccount();
  const calls: Record<Kind, [string, Record<string, string>]> = {
    account: ['/v1/roles', { 'account-id': accountID }],
    elsewhere: ['/v1/roles', { 'account-id': there.accountID }],
    session: ['/v1/me', {}],
    person: ['/v1/me/invitations', {}],
    open: ['/auth/registration', {}],
  };
  const caller = key ? auth.browser() : browser;
  const outcome: Partial<Outcome> = {};
  for (const kind of kinds) {
    const [path, headers] = calls[kind];
    const { status, body } = await caller.send('GET', path, undefined, { ...headers, ...key });
    outcome[kind] = status === 200 ? 'ok' : (body as { code: string }).code;
  }
  return outcome as Outcome;
}

const over = 'unauthenticated';
const own: Outcome = { account: 'ok', elsewhere: 'account_required', session: 'ok', person: 'ok', open: 'ok' };
const ofProvider: Outcome = { ...own, person: 'provider_person_of_others' };
const ofKey: Outcome = { ...own, person: over };
const ended: Outcome = { account: over, elsewhere: over, session: over, person: over, open: 'ok' };
const isThrough = (way: string): boolean => way === 'provider' || way === 'own link';

/** The expected outcome of a way after an event, by the rule's sentences. */
function expected(way: string, tie: string): Outcome {
  if (way === 'key') return ofKey;
  const start = isThrough(way) ? ofProvider : own;
  switch (tie) {
    case 'joined elsewhere':
      return isThrough(way) ? ended : { ...start, elsewhere: 'ok' };
    case 'role raised':
      return way === 'provider' ? { ...start, account: 'provider_link_needed' } : start;
    case 'factor demanded':
      return ['passkey', 'app'].includes(way) ? start : { ...start, account: 'second_factor_enrolment' };
    case 'password set by the team':
    case 'reset':
    case 'changed':
      return ended;
    case 'provider changed':
      return isThrough(way) ? ended : start;
    case 'gone':
    case 'kept out':
      return { ...start, account: 'account_required' };
    default:
      return start;
  }
}

describe.each(Object.keys(ways))('a session by %s', (way) => {
  it.each(Object.keys(ties))('when %s', async (tie) => {
    const seat = await ways[way]?.();
    if (!seat) throw new Error('There is no such way');
    if ((await ties[tie]?.(seat, way)) === false) return;
    expect(await look(seat)).toEqual(expected(way, tie));
  });
});

const root = resolve(import.meta.dirname, '../../..');
/** Code that creates a session, or a secret that stands for one. */
const beginning = new RegExp(
  [
    String.raw`\bsessions\.begin\(`,
    String.raw`\binsert into core\.(?:session|widget_session|api_key)\b`,
    String.raw`\bem\.create\((?:Session|WidgetSession|ApiKey),`,
    String.raw`\bsecret_hash = \$\{`,
  ].join('|'),
);

/** Functions that create sessions and secrets, with their ways. */
const makers: Record<string, readonly string[]> = {
  // Last step of password, passkey, app code and provider.
  'core/auth/sign-in/auth.ts': ['password', 'passkey', 'app', 'provider', 'own link'],
  'core/auth/members/registration.ts': ['registration'],
  'core/auth/members/invitations.ts': ['invitation'],
  'core/auth/sessions/sessions.ts': ['password'],
  'core/auth/keys/widget-session.ts': ['widget'],
  'core/keys/api-key.ts': ['key'],
  'core/keys/device-key.ts': ['device'],
};

const unknownMakers = (sources: ReadonlyMap<string, string>): string[] =>
  [...sources].filter(([path, text]) => beginning.test(text) && !makers[path]).map(([path]) => path);

describe('every way to a session', () => {
  const paths = globSync('{core,plugins,cli,shell}/**/*.ts', { cwd: root }).filter(
    (path) => !/node_modules|\.(?:test|matrix|soak|journey)\.ts$|\/(?:testing|bench|migrations)\/|fixture/.test(path),
  );
  const sources = new Map(paths.map((path) => [path, readFileSync(resolve(root, path), 'utf8')]));

  it('stands in the table above', () => {
    expect(unknownMakers(sources)).toEqual([]);
    const known = new Set([...Object.keys(ways), ...Object.keys(elsewhere)]);
    expect(
      Object.values(makers)
        .flat()
        .filter((way) => !known.has(way)),
    ).toEqual([]);
    for (const [way, path] of Object.entries(elsewhere))
      expect(readFileSync(resolve(root, path)).length, way).toBeGreaterThan(0);
  });

  it('fails where somebody adds one that does not', () => {
    const text = 'export const open = (ctx, user) => this.#sessions.begin(ctx, ctx.em, user);';
    expect(unknownMakers(new Map([...sources, ['core/auth/magic-link.ts', text]]))).toEqual([
      'core/auth/magic-link.ts',
    ]);
  });

  it('fails where an outcome is not the one of the rule', async () => {
    const seat = await (ways['own link'] as () => Promise<Seat>)();
    // Provider sessions of earlier versions had no account and were valid for all accounts.
    await auth.admin.query('update core.session set provider_account_id = null where user_id = $1', [seat.userID]);
    auth.clock.advance(9_000);
    expect(await look(seat)).not.toEqual(expected('own link', 'nothing'));
  });
});
