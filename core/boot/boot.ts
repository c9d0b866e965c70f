import { randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { Hono, Context as HonoContext } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import type { Logger } from 'pino';
import type { RegistrationMode } from '../contracts/accounts/invitation.contract.ts';
import { problems } from '../contracts/endpoints/problem.ts';
import { type PasswordCost, PasswordHashing } from '../credentials/password-hash.ts';
import { Database, type ReadReplica } from '../database/database.ts';
import type { DatabaseUrls } from '../database/schema/roles.ts';
import { SchemaVersion } from '../database/schema/schema-version.ts';
import type { StatementForms } from '../database/statements/pipelined/pipelined-transaction.ts';
import { type Call, createApi } from '../http/http.ts';
import { type CallKind, ServerLoad } from '../http/load/load.ts';
import { BodyBudget } from '../http/request/body-budget.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { CallSlots } from '../kernel/calls/call-slots.ts';
import { clientAddress } from '../kernel/calls/caller.ts';
import { type Clock, SystemClock } from '../kernel/context/clock.ts';
import type { AccountContext, PersonContext } from '../kernel/context/context.ts';
import type { DomainTexts } from '../kernel/context/domain-texts.ts';
import type { Identity } from '../kernel/context/identity.ts';
import { usualSizes, type WorkSizes } from '../kernel/context/work-sizes.ts';
import { Networks } from '../kernel/outgoing/network.ts';
import { createServices } from '../kernel/plugin/container.ts';
import type { AnyPlugin } from '../kernel/plugin/plugin.ts';
import type { Services } from '../kernel/plugin/services.ts';
import type { Route } from '../kernel/route.ts';
import type { Metric } from '../metrics/metric.ts';
import { RequestMetrics } from '../metrics/request-metrics.ts';
import { type AccountIdentity, loadAccess } from '../tenancy/access/access.ts';
import { enableMissingPluginsEverywhere } from '../tenancy/access/account-plugins.ts';
import { type AccountCall, rightsIn, runInAccount, runOutside } from '../tenancy/accounts/account-transaction.ts';
import type { Tenancy } from '../tenancy/tenancy.ts';
import { untrustedProxy } from './config/config.ts';
import { FollowOthers } from './config/follow-others.ts';
import {
  bindCore,
  type CoreGround,
  type CoreOptions,
  type CoreParts,
  coreParts,
  coreWith,
  isHeard,
} from './core-plugin/core-plugin.ts';
import type { JobOptions, Retention } from './core-plugin/start-core-jobs.ts';
import { jobMetrics, processMetrics } from './process/process-metrics.ts';
import { checkHandlers, checkRoutes, type InstalledPlugin, Registry } from './registry/registry.ts';

/** Longer than looking up a person takes, whether or not they exist. */
const usualFloor = 250;

export interface BootOptions {
  plugins: readonly { definition: AnyPlugin; audience?: readonly string[] }[];
  urls: DatabaseUrls;
  /** Secret from which keys and tokens are derived. */
  secret: string;
  environment: 'production' | 'development' | 'test';
  log: Logger;
  clock?: Clock;
  baseURL: string;
  smtpUrl?: string;
  /** Scanner of uploads; without it files are not scanned. */
  clamd?: { host: string; port: number } | undefined;
  sessionDays?: number;
  /** Registration mode; `open` by default. */
  registration?: RegistrationMode;
  retention?: Retention;
  /** Addresses and networks of proxies whose X-Forwarded-For is trusted. */
  trustedProxies?: readonly string[];
  /** Internal networks in which sign-in providers of accounts may be. */
  providerNetworks?: readonly string[];
  /** Source of TXT records; this machine's name servers by default. */
  domainTexts?: DomainTexts;
  /** Cost of hashing a password; by default OWASP's recommendation. */
  passwordCost?: PasswordCost;
  /** Numbers of connections of the tenant and the auth role. */
  pool?: { tenant: number; auth: number };
  /** A replica for reports. */
  reading?: ReadReplica | undefined;
  forms?: StatementForms;
  /** Mean own delay of the event loop since the last call in milliseconds; measured by default. */
  eventLoopDelay?: () => number;
  /** Milliseconds that a call waits for a connection before it is refused; 1,000 by default. */
  longestWait?: number;
  /** Minimum duration in milliseconds of a reply about people; 250 by default. */
  answerFloor?: number;
  /** Rows that are processed at once, and storage; tests set others. */
  sizes?: Readonly<WorkSizes>;
  env?: Record<string, string | undefined>;
}

/** Jobs that run in another thread. */
export type ElsewhereJobs = Pick<Jobs, 'lag' | 'deadLetters' | 'facts' | 'stop'>;

/** A running platform for entry points and tests. */
export interface Kernel {
  registry: Registry;
  services: Services;
  database: Database;
  tenancy: Tenancy;
  core: CoreParts;
  routes: readonly { route: Route; pluginID: string }[];
  load: ServerLoad;
  /** The application below `/api`. */
  api: Hono;
  /** Sets the installation's address once the port is known. */
  setBaseURL(baseURL: string): void;
  /**
   * Enables plugins that were installed after an account was created, and completes interrupted runs; once per start.
   */
  enableMissingPlugins(): Promise<void>;
  /** Starts the outbox dispatcher, the workers and the timetable of this process. */
  startJobs(options?: JobOptions): Promise<Jobs>;
  /** Attaches jobs that run in another thread, for readiness and metrics; they are closed with the kernel. */
  attachJobs(jobs: ElsewhereJobs): void;
  /** Exchanges notices about changed rights and sessions with other processes of the installation. */
  followOthers(): void;
  /** Whether the database has every migration of this version. */
  isSchemaCurrent(): Promise<boolean>;
  /** Age of the oldest undelivered event in milliseconds; 0 if this process delivers none. */
  outboxLag(): Promise<number>;
  /** The content of `/metrics`. */
  metrics(): Promise<Metric[]>;
  close(): Promise<void>;
}

/**
 * Checks and binds all plugins, opens the database and builds the API. Does not listen and starts no jobs.
 * @throws BootError naming both sides and the fix of every fault.
 */
export async function bootKernel(options: BootOptions): Promise<Kernel> {
  const clock = options.clock ?? new SystemClock();
  const coreOptions: CoreOptions = {
    ...options,
    clock,
    sessionDays: options.sessionDays ?? 30,
    registration: options.registration ?? 'open',
    retention: options.retention ?? { requestLogDays: 30, eventDays: 30 },
  };
  const installed: InstalledPlugin[] = [
    { definition: coreWith(coreOptions), audience: undefined },
    ...options.plugins.map(({ definition, audience }) => ({ definition, audience })),
  ];
  const registry = new Registry(installed);
  const definitions = registry.plugins.map(({ definition }) => definition);
  const database = await Database.open(
    options.urls,
    registry.entities(),
    options.pool ?? { tenant: 16, auth: 6 },
    options.longestWait,
    options.forms,
    options.reading,
    clock,
  );
  const schemaVersion = new SchemaVersion(options.urls.migrate, registry.schemaOwners());
  let jobs: ElsewhereJobs | undefined;
  let following: FollowOthers | undefined;
  // The port is only known after the server listens.
  const address = { baseURL: options.baseURL };
  const tenancy: Tenancy = {
    get baseURL() {
      return address.baseURL;
    },
    database,
    registry,
    clock,
    log: options.log,
    passwords: new PasswordHashing(options.passwordCost),
    sizes: options.sizes ?? usualSizes,
    isHeard: (eventType) => isHeard(services, eventType),
    onPluginEnabled: async (ctx, pluginID) => {
      const plugin = definitions.find(({ id }) => id === pluginID);
      await plugin?.account?.onEnable?.(ctx, services);
    },
  };
  const { services, core, routes } = await assembled(
    { registry, database, tenancy },
    coreOptions,
    options.env ?? {},
  ).catch(async (error: unknown) => {
    await database.close();
    throw error;
  });
  // Long work waits for its turn as patiently as calls wait for a connection.
  const turnEnds = options.longestWait === Number.POSITIVE_INFINITY ? () => new AbortController().signal : undefined;
  const load = new ServerLoad(options.eventLoopDelay, undefined, turnEnds);
  /** Determines the account of a call, checks that the caller belongs to it, and counts the call for the account. */
  const within = <T>(
    incoming: { call: Call; identity: Identity; wanted: string | undefined; kind: CallKind },
    work: (call: AccountCall) => Promise<T>,
  ): Promise<T> =>
    load.during(async () => {
      const accountID = await accountOf(core, incoming.identity, incoming.wanted);
      const identity = accountIdentity(incoming.identity);
      await loadAccess(tenancy, accountID, identity);
      return load.ofAccount(accountID, incoming.kind, () => work({ accountID, identity, call: incoming.call }));
    });
  const addressOf = clientAddresses(options);
  const bodies = new BodyBudget();
  const requests = new RequestMetrics();
  const api = createApi({
    routes,
    environment: options.environment,
    secret: options.secret,
    admit: () => load.admit(),
    call: (c, requestID, endpoint) =>
      callOf(
        c,
        { requestID, endpoint },
        { log: options.log, baseURL: address.baseURL, clientAddress: addressOf },
        clock,
      ),
    authenticate: (c) => core.authenticate(c, addressOf(c)),
    importForm: (ctx, endpoint) => core.importForm(ctx, endpoint),
    checkOrigin: (c) => core.checkOrigin(c),
    bodies,
    pause: () => setTimeout(options.answerFloor ?? usualFloor),
    rights: (call, identity, wanted) =>
      load.during(async () =>
        rightsIn(tenancy, {
          accountID: await accountOf(core, identity, wanted),
          identity: accountIdentity(identity),
          call,
        }),
      ),
    inAccount: (call, identity, wanted, { readOnly, isReport, planning, ...kind }, work) =>
      within({ call, identity, wanted, kind }, (account) =>
        runInAccount(tenancy, { ...account, readOnly, isReport, ...(planning ? { planning } : {}) }, work),
      ),
    outside: (call, identity, wanted, { isReport, ...kind }, work) =>
      within({ call, identity, wanted, kind }, (account) => runOutside(tenancy, { ...account, isReport }, work)),
    asPerson: (c, call, identity, work) => load.during(() => asPerson(tenancy, c, call, identity, work)),
    widgets: core.widgets,
    record: (entry) => core.recordRequest(entry),
    count: (request) => requests.count(request),
  });
  return {
    registry,
    services,
    database,
    tenancy,
    core,
    routes,
    load,
    api,
    setBaseURL: (baseURL) => {
      address.baseURL = baseURL;
    },
    enableMissingPlugins: () => enableMissingPluginsEverywhere(tenancy, options.log),
    startJobs: async (jobOptions) => {
      const started = await core.startJobs(options.urls.job, { forms: options.forms, ...jobOptions });
      const stoppable = stoppedWith(started, () => {
        if (jobs === stoppable) jobs = undefined;
      });
      jobs = stoppable;
      return stoppable;
    },
    attachJobs: (elsewhere) => {
      jobs = elsewhere;
    },
    followOthers: () => {
      following ??= new FollowOthers(database, options.log);
    },
    isSchemaCurrent: () => schemaVersion.isCurrent(),
    outboxLag: async () => (await jobs?.lag())?.oldest ?? 0,
    metrics: async () => [
      ...requests.metrics(),
      ...processMetrics({ load, bodies, database }),
      ...(jobs ? await jobMetrics(jobs) : []),
    ],
    close: async () => {
      load.close();
      await jobs?.stop();
      await following?.stop();
      await core.close();
      await database.close();
    },
  };
}

/** Jobs that report when they are stopped, so that they are not queried any more. */
const stoppedWith = (started: Jobs, tell: () => void): Jobs => ({
  ...started,
  stop(timeout) {
    tell();
    return started.stop(timeout);
  },
});

/** Returns the client address of calls; warns once if a proxy forwards calls but none is configured as trusted. */
function clientAddresses({ trustedProxies, environment, log }: BootOptions): (c: HonoContext) => string {
  const trusted = new Networks(trustedProxies ?? []);
  let hasWarned = false;
  return (c) => {
    if (trusted.isEmpty && !hasWarned && environment === 'production' && c.req.header('x-forwarded-for')) {
      hasWarned = true;
      log.warn(untrustedProxy);
    }
    return clientAddress(c, trusted);
  };
}

/** Binds all plugins and checks their declarations. */
async function assembled(ground: CoreGround, coreOptions: CoreOptions, env: Record<string, string | undefined>) {
  const { registry } = ground;
  const definitions = registry.plugins.map(({ definition }) => definition);
  const services = createServices(definitions, coreOptions.clock, env, (container, all) =>
    bindCore(container, all, ground, coreOptions),
  );
  checkHandlers(registry, services);
  const routes = definitions.flatMap((definition) =>
    (definition.routes?.(services) ?? []).map((route: Route) => ({ route, pluginID: definition.id })),
  );
  checkRoutes(registry, routes);
  return { services, routes, core: coreParts(services, coreOptions) };
}

const accountIdentity = (identity: Identity): AccountIdentity =>
  identity.via === 'widget' && identity.userID === undefined
    ? { type: 'visitor', actor: identity.actor, seesCustomers: identity.seesCustomers ?? false }
    : identity.key && identity.userID === undefined
      ? { type: 'api_key', keyID: identity.key.id }
      : {
          type: 'user',
          userID: identity.userID ?? '',
          factor: identity.factor ?? { isSetUp: false, isConfirmed: false },
        };

/**
 * The account of a caller: the key's own, else the requested one, else that of the provider with which the session
 * began, else the person's current one. The tenancy checks the membership.
 */
async function accountOf(core: CoreParts, identity: Identity, wanted: string | undefined): Promise<string> {
  if (identity.key) {
    if (wanted !== undefined && wanted !== identity.key.accountID) throw problems.account_required();
    return identity.key.accountID;
  }
  const requestedID = wanted ?? identity.factor?.through?.accountID;
  const accountID = requestedID ?? (await core.currentAccount(identity.userID ?? ''));
  if (!accountID) throw problems.account_required();
  return accountID;
}

/** Version, trace, span and flags: https://www.w3.org/TR/trace-context */
const traceparentForm = /^00-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}$/;

function callOf(
  c: HonoContext,
  { requestID, endpoint }: Pick<Call, 'requestID' | 'endpoint'>,
  options: Pick<BootOptions, 'log' | 'baseURL'> & { clientAddress(c: HonoContext): string },
  clock: Clock,
): Call {
  const traceparent = traceparentForm.exec(c.req.header('traceparent') ?? '');
  return {
    requestID,
    endpoint,
    traceparent: traceparent?.[0],
    clock,
    log: options.log.child({ requestID, ...(traceparent ? { traceID: traceparent[1] } : {}) }),
    client: {
      ip: options.clientAddress(c),
      userAgent: (c.req.header('user-agent') ?? '').slice(0, 300),
    },
    baseURL: options.baseURL,
    touchedPaths: new Set(),
    confirmed: new Set((c.req.header('x-confirm') ?? '').split(',').map((what) => what.trim())),
  };
}

async function asPerson<T>(
  tenancy: Tenancy,
  c: HonoContext,
  call: Call,
  identity: Identity | undefined,
  work: (ctx: PersonContext) => Promise<T>,
): Promise<T> {
  const afterwards: (() => void | Promise<void>)[] = [];
  const isSecure = tenancy.baseURL.startsWith('https:');
  const cookieName = (name: string): string => (isSecure ? `__Host-${name}` : name);
  const actor = identity?.actor ?? { type: 'anonymous' as const, id: '', name: 'Anonymous' };
  const result = await tenancy.database.runAsAuth({ accountID: '' }, (em) =>
    work({
      ...call,
      actor,
      em,
      userID: identity?.userID,
      key: identity?.key,
      sessionID: identity?.sessionID,
      factor: identity?.factor,
      isOperator: identity?.isOperator ?? false,
      passwords: tenancy.passwords,
      accountHeader: c.req.header('account-id'),
      header: (name) => c.req.header(name),
      slots: new CallSlots(),
      afterCommit: (after) => void afterwards.push(after),
      cookies: {
        get: (name) => getCookie(c, cookieName(name)),
        set: (name, value, { maxAge, path }) =>
          setCookie(c, cookieName(name), value, {
            httpOnly: true,
            sameSite: 'Lax',
            secure: isSecure,
            maxAge,
            path: isSecure ? '/' : path,
          }),
        clear: (name, { path }) =>
          void deleteCookie(c, cookieName(name), { secure: isSecure, path: isSecure ? '/' : path }),
      },
      inAccount: <R>(accountID: string, inner: (ctx: AccountContext) => Promise<R>) =>
        runInAccount(tenancy, { accountID, identity: { type: 'system', actor }, call }, inner),
    }),
  );
  for (const after of afterwards)
    try {
      await after();
    } catch (error) {
      call.log.error({ err: error }, 'work after the commit failed');
    }
  return result;
}

/** A random secret for a new installation. */
export const newSecret = (): string => randomBytes(32).toString('base64url');
