import { randomBytes } from 'node:crypto';
import { MikroORM } from '@mikro-orm/postgresql';
import { Hono } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { Client } from 'pg';
import { pino } from 'pino';
import { inject } from 'vitest';
import { problems } from '../contracts/problem.ts';
import { Database } from '../database/database.ts';
import { applyGrants } from '../database/grants.ts';
import { ormOptions } from '../database/orm.ts';
import { installRoles, parseDatabaseUrl } from '../database/roles.ts';
import { tableAccess } from '../database/tenant-entity.ts';
import { Clock } from '../kernel/clock.ts';
import type { PersonContext } from '../kernel/context.ts';
import { createApi } from '../kernel/http.ts';
import type { Registry } from '../kernel/registry.ts';
import { DemoRequest } from '../mail/demo-request.entity.ts';
import { EmailLog } from '../mail/email-log.entity.ts';
import { PersonMail } from '../mail/person-mail.entity.ts';
import { ApiKey } from '../permissions/api-key.entity.ts';
import { Role, RolePermission } from '../permissions/role.entity.ts';
import { Account, AccountPlugin } from '../tenancy/account.entity.ts';
import { runInAccount } from '../tenancy/account-transaction.ts';
import { Member, NotificationPreference, SalesTarget } from '../tenancy/member.entity.ts';
import { Party, PartyAddress } from '../tenancy/party.entity.ts';
import type { Tenancy } from '../tenancy/tenancy.ts';
import { authRoutes, meRoutes } from './auth.routes.ts';
import { Auth } from './auth.ts';
import { authEntities } from './auth-entities.ts';
import { isTrustedOrigin } from './trusted-origin.ts';

export class MovableClock extends Clock {
  time = new Date('2026-03-01T12:00:00Z');
  override now(): Date {
    return new Date(this.time);
  }
  pass(seconds: number): void {
    this.time = new Date(this.time.getTime() + seconds * 1000);
  }
}

export async function bootAuthApp() {
  const entities = [
    ...authEntities,
    Account,
    AccountPlugin,
    Member,
    NotificationPreference,
    SalesTarget,
    Party,
    PartyAddress,
    Role,
    RolePermission,
    ApiKey,
    PersonMail,
    EmailLog,
    DemoRequest,
  ];
  const adminUrl = inject('postgresUrl');
  const name = `mwt_auth_${randomBytes(5).toString('hex')}`;
  const secret = 'a secret that only tests know, 32 characters';
  const urls = await installRoles({ adminUrl, database: name, secret });
  const orm = await MikroORM.init(ormOptions(urls.migrate, entities, { min: 0, max: 2 }));
  const client = new Client({ connectionString: parseDatabaseUrl(urls.migrate).toString() });
  await client.connect();
  await client.query('create schema if not exists core');
  await orm.schema.create();
  await orm.close(true);
  await client.query('alter table core.rate_limit set unlogged');
  const made = (
    await client.query<{ tablename: string }>("select tablename from pg_tables where schemaname = 'core'")
  ).rows.map(({ tablename }) => tablename);
  const extra = tableAccess().filter(({ schema, table }) => schema === 'core' && !made.includes(table));
  for (const { table } of extra)
    await client.query(`create table core."${table}" (id text, dispatched_at timestamptz, account_id text, type text)`);
  await applyGrants(client, ['core']);
  await client.end();
  const clock = new MovableClock();
  const database = await Database.open(urls, entities, { tenant: 4, auth: 6 });
  const log = pino({ level: 'silent' });
  const baseURL = 'http://localhost:4000';
  const registry = { plugins: [] } as unknown as Registry;
  const tenancy: Tenancy = { database, registry, clock, log, baseURL, onPluginEnabled: async () => {} };
  const auth = new Auth({ secret, sessionDays: 30, tenancy });
  const api = createApi({
    routes: [...authRoutes(auth), ...meRoutes(auth)].map((route) => ({ route, pluginID: 'core' })),
    environment: 'test',
    admit: () => {},
    call: (c, requestID) => ({
      requestID,
      clock,
      log,
      client: { ip: c.req.header('x-ip') ?? '203.0.113.1', userAgent: 'test' },
      baseURL,
    }),
    authenticate: (c) => auth.authenticate({ get: (cookie) => getCookie(c, cookie) }),
    checkOrigin: (c) => {
      if (
        !isTrustedOrigin({
          origin: c.req.header('origin'),
          fetchSite: c.req.header('sec-fetch-site'),
          host: c.req.header('host'),
          trustedOrigins: [baseURL],
        })
      )
        throw problems.csrf_refused();
    },
    inAccount: () => {
      throw new Error('no account routes here');
    },
    asPerson: async (c, call, identity, work) => {
      const afterwards: (() => void | Promise<void>)[] = [];
      const actor = identity?.actor ?? { type: 'anonymous' as const, id: '', name: 'Anonymous' };
      const result = await database.runAsAuth({ accountID: '' }, (em) =>
        work({
          ...call,
          actor,
          em,
          userID: identity?.userID,
          sessionID: identity?.sessionID,
          isOperator: identity?.isOperator ?? false,
          accountHeader: c.req.header('account-id'),
          afterCommit: (after: () => void | Promise<void>) => void afterwards.push(after),
          cookies: {
            get: (cookie: string) => getCookie(c, cookie),
            set: (cookie: string, value: string, { maxAge, path }: { maxAge: number; path: string }) =>
              setCookie(c, cookie, value, { httpOnly: true, sameSite: 'Lax', maxAge, path }),
            clear: (cookie: string, { path }: { path: string }) => void deleteCookie(c, cookie, { path }),
          },
          inAccount: (accountID, inner) =>
            runInAccount(tenancy, { accountID, identity: { type: 'system', actor }, call }, inner),
        } as PersonContext),
      );
      for (const after of afterwards) await after();
      return result;
    },
    record: (entry) => {
      if (entry.internalError) console.error(entry.internalError);
    },
  });
  const app = new Hono().route('/api', api);
  return {
    app,
    database,
    clock,
    auth,
    tenancy,
    adminUrl: (() => {
      const url = parseDatabaseUrl(adminUrl);
      url.pathname = `/${name}`;
      return url.toString();
    })(),
    close: async () => {
      await database.close();
      const admin = new Client({ connectionString: parseDatabaseUrl(adminUrl).toString() });
      await admin.connect();
      await admin.query(`drop database "${name}" with (force)`);
      await admin.end();
    },
  };
}
