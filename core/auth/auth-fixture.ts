import { Client } from 'pg';
import { pino } from 'pino';
import { expect } from 'vitest';
import { bootKernel, type Kernel } from '../boot/boot.ts';
import { registryOf } from '../boot/installation.ts';
import type { RegistrationMode } from '../contracts/accounts/invitation.contract.ts';
import type { CurrentAccount, MyTenancy } from '../contracts/accounts/me.contract.ts';
import type { EndpointAnswer } from '../contracts/endpoints/endpoint.ts';
import type { ProblemBody } from '../contracts/endpoints/problem.ts';
import type { loginUser, registerUser } from '../contracts/sign-in/auth.contract.ts';
import type { PasswordCost } from '../credentials/password-hash.ts';
import { createTestDatabase } from '../testing/postgres/test-database.ts';
import { leastPasswordCost } from '../testing/stand-ins/password-cost.ts';
import { TestClock } from '../testing/stand-ins/test-clock.ts';

/** A response of the API; tests that read the body name the endpoint's reply type. */
export interface AuthAnswer<Body = unknown> {
  status: number;
  body: Body;
  headers: Headers;
}

/** The reply of a sign-in. */
type SignedIn = EndpointAnswer<typeof loginUser>;

type Tenancy = NonNullable<MyTenancy> & { currentAccount: CurrentAccount };

export const password = 'gravel thimble orbit';
export const problemOf = ({ body }: AuthAnswer): ProblemBody => body as ProblemBody;
export const codeOf = (answer: AuthAnswer): string => problemOf(answer).code;

/** A simulated browser with cookies and an IP address of its own. */
export class Browser {
  readonly cookies = new Map<string, string>();
  readonly #api: Kernel['api'];
  readonly #ip: string;

  constructor(api: Kernel['api'], ip: string) {
    this.#api = api;
    this.#ip = ip;
  }

  /** A second browser with a copy of the cookies. */
  copy(): Browser {
    const twin = new Browser(this.#api, this.#ip);
    for (const [name, value] of this.cookies) twin.cookies.set(name, value);
    return twin;
  }

  async send<Body = unknown>(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<AuthAnswer<Body>> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await this.#api.request(`http://millwright.test${path}`, {
      method,
      headers: {
        'x-forwarded-for': this.#ip,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(cookie ? { cookie } : {}),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (/max-age=0/i.test(line)) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    const answered = JSON.parse((await response.text()) || 'null') as Body;
    return { status: response.status, body: answered, headers: response.headers };
  }

  /** The current account of this browser and the person's other accounts. */
  async tenancy(headers: Record<string, string> = {}): Promise<Tenancy> {
    const { body } = await this.send<MyTenancy>('GET', '/v1/me/tenancy', undefined, headers);
    if (!body?.currentAccount) throw new Error('The person has no account');
    return { ...body, currentAccount: body.currentAccount };
  }

  login(identifier: string, secret: string): Promise<AuthAnswer<SignedIn>> {
    return this.send('POST', '/auth/actions/login', { identifier, password: secret });
  }
}

/**
 * The kernel without plugins on a database of its own, with helpers for registering people, and an administrator's
 * connection to the tables.
 */
export async function bootAuthFixture() {
  const database = await createTestDatabase(registryOf([]).schemaOwners());
  const clock = new TestClock(new Date('2026-03-01T12:00:00Z'));
  const texts = new Map<string, readonly string[]>();
  const boot = (
    baseURL: string,
    registration: RegistrationMode = 'open',
    passwordCost = leastPasswordCost,
  ): Promise<Kernel> =>
    bootKernel({
      plugins: [],
      urls: database.urls,
      secret: 'a secret that only tests know, 32 characters',
      environment: 'test',
      log: pino({ level: 'silent' }),
      clock,
      baseURL,
      registration,
      passwordCost,
      // In-process requests come from this machine, which as a trusted proxy may forward the address of each browser.
      trustedProxies: ['127.0.0.1'],
      // Test providers run on this machine.
      providerNetworks: ['127.0.0.0/8'],
      domainTexts: {
        of: async (name) => {
          const found = texts.get(name) ?? [];
          if (found.includes('silence')) throw Object.assign(new Error('timed out'), { code: 'ETIMEOUT' });
          return found;
        },
      },
    });
  const kernel = await boot('http://millwright.test');
  const admin = new Client({ connectionString: database.adminUrl });
  await admin.connect();
  let browsers = 0;
  let people = 0;

  const browser = (ip?: string): Browser => {
    browsers += 1;
    return new Browser(kernel.api, ip ?? `198.51.${Math.floor(browsers / 250)}.${browsers % 250}`);
  };

  /** Registers with the mailed code. */
  const register = async (
    own: Browser,
    input: { name: string; email: string; password: string },
  ): Promise<AuthAnswer<SignedIn>> => {
    const { body } = await own.send<EndpointAnswer<typeof registerUser>>('POST', '/auth/actions/register', input);
    const { code } = (await mailsTo(input.email, 'core.verification-code')).at(-1) ?? {};
    return own.send('POST', '/auth/actions/confirm-registration', { registrationID: body.registrationID, code });
  };

  const registered = async (): Promise<{ browser: Browser; email: string; id: string; accountID: string }> => {
    people += 1;
    const email = `person${people}@example.com`;
    const own = browser();
    // Names of people may only contain letters.
    const letters = String(people).replaceAll(/\d/g, (digit) => 'ABCDEFGHIJ'.charAt(Number(digit)));
    const answer = await register(own, { name: `Person ${letters}`, email, password });
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    const { currentAccount } = await own.tenancy();
    return { browser: own, email, id: answer.body.user.id, accountID: currentAccount.id };
  };

  const mailsTo = async (email: string, template: string): Promise<Record<string, unknown>[]> => {
    const { rows } = await admin.query(
      'select props from core.person_mail where recipient = $1 and template = $2 order by id',
      [email, template],
    );
    return rows.map(({ props }) => props);
  };

  const lastMail = async (email: string, template: string): Promise<Record<string, unknown>> => {
    const mail = (await mailsTo(email, template)).at(-1);
    if (!mail) throw new Error(`No ${template} to ${email}`);
    return mail;
  };

  return {
    kernel,
    clock,
    /** TXT records by name; `silence` simulates name servers that do not respond. */
    texts,
    admin,
    browser,
    register,
    registered,
    mailsTo,
    /** Boots a second process of the same installation. */
    secondKernel: (baseURL = 'http://millwright.test', registration?: RegistrationMode, passwordCost?: PasswordCost) =>
      boot(baseURL, registration, passwordCost),
    lastMail,
    /** Logged actions about a person. */
    eventsOf: async (userID: string): Promise<string[]> =>
      (
        await admin.query('select action from core.person_event where user_id = $1 order by created_at, id', [userID])
      ).rows.map(({ action }) => action),
    /** Adds a member to an account, invited or active. */
    addMember: (member: {
      accountID: string;
      id: string;
      email: string;
      role: string;
      userID?: string;
      invitedAt?: Date;
    }) =>
      admin.query(
        `insert into core.member (account_id, id, user_id, name, email, role_id, status, invited_at,
          created_at, updated_at, version)
         select $1, $2, $3, 'Member', $4, id, $5, $6, now(), now(), 1 from core.role
         where account_id = $1 and code = $7`,
        [
          member.accountID,
          member.id,
          member.userID ?? null,
          member.email,
          member.userID ? 'active' : 'invited',
          member.invitedAt ?? null,
          member.role,
        ],
      ),
    stop: async () => {
      await admin.end();
      await kernel.close();
      await database.drop();
    },
  };
}
