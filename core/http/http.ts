import { Hono, type Context as HonoContext } from 'hono';
import { refusalHeaders, type WidgetAccess } from '../auth/keys/widget-access.ts';
import { type AnyEndpoint, isReading, pathNames } from '../contracts/endpoints/endpoint.ts';
import { type Problem, problems } from '../contracts/endpoints/problem.ts';
import { collectionOf, everything, touchedHeader } from '../contracts/endpoints/touched.ts';
import { newID } from '../contracts/texts/id.ts';
import { requireAct } from '../credentials/decide-session.ts';
import type { Planning } from '../database/statements/sent-statement.ts';
import { type CsvForm, isList, wantsCsv } from '../imports/delimited/csv.ts';
import { claimKey, claimOutside, hashRequest, releaseKey, storeReply } from '../kernel/calls/idempotency.ts';
import { answerOnce } from '../kernel/calls/person-idempotency.ts';
import type { AccountContext, CallContext, OutsideContext, PersonContext, Rights } from '../kernel/context/context.ts';
import type { Identity } from '../kernel/context/identity.ts';
import { toProblem } from '../kernel/problems/problem-response.ts';
import type { Route } from '../kernel/route.ts';
import type { CountedRequest, RequestClass } from '../metrics/request-metrics.ts';
import { keepToCustomerRoutes } from '../permissions/customer-routes.ts';
import { csvAnswer, type HttpAnswer, problemResponse, toAnswer, toResponse } from './http-answer.ts';
import type { CallKind } from './load/load.ts';
import { atLeast } from './request/at-least.ts';
import type { BodyBudget, BodyLease } from './request/body-budget.ts';
import { parseHead, parseInput, type RawInput, readBody, readHead } from './request/request-input.ts';
import { inSpan } from './request/request-span.ts';

/** Entry of one request in the request log. */
export interface RequestRecord {
  requestID: string;
  method: string;
  host: string;
  path: string;
  normalizedRoute: string;
  query: Record<string, string | string[]>;
  statusCode: number;
  /** In milliseconds. */
  latency: number;
  accountID: string | undefined;
  accountName: string | undefined;
  identity: Identity | undefined;
  ip: string;
  userAgent: string;
  referrer: string;
  errorCode: string | undefined;
  errorMessage: string | undefined;
  idempotencyKey: string | undefined;
  /** Only for internal errors. */
  internalError: Error | undefined;
  occurredAt: Date;
}

/** The properties of a request before its caller is known. */
export type Call = Omit<CallContext, 'actor' | 'afterCommit' | 'slots'>;

/** The parts of the kernel that the pipeline drives, in the order of a request. */
export interface Pipeline {
  routes: readonly { route: Route; pluginID: string }[];
  environment: 'production' | 'development' | 'test';
  /** Secret key of the installation. */
  secret: string;
  /** Refuses calls while the process is overloaded or shutting down. */
  admit(): void;
  call(c: HonoContext, requestID: string, endpoint?: string): Call;
  authenticate(c: HonoContext): Promise<Identity | undefined>;
  /** The CSV format of a list whose records an import reads; undefined for other lists, and for portal customers. */
  importForm(ctx: AccountContext, endpoint: AnyEndpoint): CsvForm | undefined;
  /** The caller's rights in the named or current account, read without a transaction. @throws 403 `account_required` */
  rights(call: Call, identity: Identity, wanted: string | undefined): Promise<Rights>;
  /** Budget of the bodies in memory. */
  bodies: BodyBudget;
  /** Resolves at the earliest time for a reply about people; see `findsPeople`. */
  pause(): Promise<unknown>;
  /** Refuses unsafe requests that carry cookies and come from another origin. */
  checkOrigin(c: HonoContext): void;
  inAccount<T>(
    call: Call,
    identity: Identity,
    wanted: string | undefined,
    kind: { readOnly: boolean; isReport: boolean; planning?: Planning } & CallKind,
    work: (ctx: AccountContext) => Promise<T>,
  ): Promise<T>;
  outside<T>(
    call: Call,
    identity: Identity,
    wanted: string | undefined,
    kind: { isReport: boolean; planning?: Planning } & CallKind,
    work: (ctx: OutsideContext) => Promise<T>,
  ): Promise<T>;
  asPerson<T>(
    c: HonoContext,
    call: Call,
    identity: Identity | undefined,
    work: (ctx: PersonContext) => Promise<T>,
  ): Promise<T>;
  /** Checks requests of widgets on other sites. */
  widgets: WidgetAccess;
  record(entry: RequestRecord): void;
  /** Counts an answered request for metrics. */
  count(request: CountedRequest): void;
}

const honoPath = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1');
/**
 * Whether an endpoint reads many rows: lists, and paths without a record. Their best query plan depends on the values.
 */
const isOfMany = (endpoint: AnyEndpoint): boolean =>
  endpoint.method === 'GET' && (isList(endpoint) || !pathNames(endpoint.path).length);
const isUnsafe = (method: string): boolean => method !== 'GET' && method !== 'HEAD';

/** Facts that the pipeline collects for the log. */
interface Trace {
  identity?: Identity;
  account?: { id: string; name: string };
  query: Record<string, string | string[]>;
  body: BodyLease;
  idempotencyKey?: string;
  /** Headers of every response of this request. */
  headers?: Readonly<Record<string, string>>;
}

/** Builds `/api`. A request passes through `answer` from start to end. */
export function createApi(pipeline: Pipeline): Hono {
  // The spec documents paths with and without a trailing slash, and clients use both.
  const api = new Hono({ strict: false });
  for (const { route, pluginID } of pipeline.routes)
    api.on(route.endpoint.method, honoPath(route.endpoint.path), (c) => {
      const call = pipeline.call(c, requestIDOf(c), route.endpoint.name);
      return inSpan(route, pluginID, call, () => handle(pipeline, route, pluginID, c, call));
    });
  const methods = new Map<string, Set<string>>();
  for (const { route } of pipeline.routes) {
    const path = honoPath(route.endpoint.path);
    methods.set(path, (methods.get(path) ?? new Set()).add(route.endpoint.method));
  }
  const doors = new Set(
    pipeline.routes.filter(({ route }) => route.scope === 'widget').map(({ route }) => honoPath(route.endpoint.path)),
  );
  for (const path of doors) api.options(path, (c) => preflight(pipeline, c, [...(methods.get(path) ?? [])]));
  for (const [path, allowed] of methods)
    api.all(path, (c) => {
      const allow = [...allowed].sort().join(', ');
      const refused =
        c.req.method === 'HEAD' || c.req.method === 'OPTIONS'
          ? undefined
          : problems.method_not_allowed({ details: { allow } });
      if (refused) return problemResponse(refused, requestIDOf(c), { allow });
      return new Response(null, { status: 204, headers: { allow } });
    });
  api.notFound((c) => problemResponse(problems.no_such_endpoint(), requestIDOf(c)));
  return api;
}

/** The caller's request id if it is valid, else a new one. */
export function requestIDOf(c: HonoContext): string {
  const given = c.req.header('x-request-id');
  return given && /^[\w.:-]{1,100}$/.test(given) ? given : newID('req');
}

async function handle(
  pipeline: Pipeline,
  route: Route,
  pluginID: string,
  c: HonoContext,
  call: Call,
): Promise<Response> {
  const started = performance.now();
  const { requestID } = call;
  const { endpoint } = route;
  const trace: Trace = {
    query: {},
    body: pipeline.bodies.lease(),
    ...(route.scope === 'widget' ? { headers: refusalHeaders } : {}),
  };
  let problem: Problem | undefined;
  let internalError: Error | undefined;
  let response: Response;
  try {
    pipeline.admit();
    const ask = () => answer(pipeline, route, pluginID, c, call, trace);
    const given = await (endpoint.findsPeople ? atLeast(pipeline.pause, ask) : ask());
    response = await toResponse(given, requestID, {
      accept: c.req.header('accept-encoding'),
      known: c.req.method === 'GET' ? c.req.header('if-none-match') : undefined,
    });
    if (!isReading(endpoint) && route.scope !== 'widget')
      response.headers.set(touchedHeader, touchedBy(endpoint, call, response));
  } catch (error) {
    problem = toProblem(error);
    if (problem.status === 500) {
      internalError = error as Error;
      call.log.error({ err: error, endpoint: endpoint.name }, 'request failed');
    }
    response = problemResponse(problem, requestID);
  } finally {
    trace.body.end();
  }
  for (const [name, value] of Object.entries(trace.headers ?? {})) response.headers.set(name, value);
  // Cookies set so far belong to the response in any case: a refused refresh has to clear them. Only person routes set
  // cookies, and the check costs two header objects.
  if (route.scope === 'person')
    for (const cookie of c.res.headers.getSetCookie()) response.headers.append('set-cookie', cookie);
  const latency = Math.round((performance.now() - started) * 1000) / 1000;
  pipeline.count({ requestClass: classOf(route), plugin: pluginID, status: response.status, latency });
  pipeline.record({
    requestID,
    method: c.req.method,
    host: c.req.header('host') ?? '',
    path: c.req.path,
    normalizedRoute: endpoint.path,
    query: trace.query,
    statusCode: response.status,
    latency,
    accountID: trace.account?.id,
    accountName: trace.account?.name,
    identity: trace.identity,
    ip: call.client.ip,
    userAgent: call.client.userAgent,
    referrer: c.req.header('referer') ?? '',
    errorCode: problem?.code,
    errorMessage: problem?.message,
    idempotencyKey: trace.idempotencyKey,
    internalError,
    occurredAt: call.clock.now(),
  });
  return response;
}

/**
 * Paths that the browser has to read again after this write. A replayed reply does not know what the first call
 * touched, so it names everything.
 */
const touchedBy = (endpoint: AnyEndpoint, { touchedPaths }: Call, { headers }: Response): string =>
  headers.get('idempotent-replayed')
    ? everything
    : [...new Set([collectionOf(endpoint.path), ...(endpoint.touches ?? []), ...(touchedPaths ?? [])])].join(', ');

/**
 * Class of a request in the metrics. Person routes wait for password hashing and widget routes serve strangers, so each
 * is a class of its own; long work is another.
 */
const classOf = ({ scope, endpoint }: Route): RequestClass => {
  if (scope === 'person' || scope === 'widget') return scope;
  if (endpoint.isLong) return 'long';
  return isReading(endpoint) ? 'read' : 'write';
};

async function answer(
  pipeline: Pipeline,
  route: Route,
  pluginID: string,
  c: HonoContext,
  call: Call,
  trace: Trace,
): Promise<HttpAnswer> {
  const { endpoint } = route;
  if (route.scope === 'widget') return answerVisitor(pipeline, route, pluginID, c, call, trace);
  const identity = await pipeline.authenticate(c);
  trace.identity = identity;
  if (isUnsafe(endpoint.method) && identity?.via !== 'key') pipeline.checkOrigin(c);
  if (!endpoint.public && !identity) throw problems.unauthenticated();
  if (endpoint.operator && !identity?.isOperator)
    throw problems.forbidden({ message: 'Only the operator of the installation may do this' });
  if (route.scope === 'person') requireAct(identity?.factor?.through, route.acts);
  const head = readHead(c, endpoint);
  trace.query = head.query;
  const named =
    c.req.header('account-id') ??
    (typeof head.query['accountID'] === 'string' && endpoint.method === 'GET' ? head.query['accountID'] : undefined);
  // Rights are checked before the body is read and before a transaction is opened. A person route on behalf of an
  // account needs the right in that account, too.
  const rights =
    identity && (route.scope !== 'person' || endpoint.permission)
      ? await pipeline.rights(call, identity, named)
      : undefined;
  if (rights) {
    trace.account = rights.account;
    if (!rights.isEnabled(pluginID)) throw problems.no_such_endpoint();
    keepToCustomerRoutes(rights, endpoint);
    if (endpoint.permission) rights.require(endpoint.permission);
    if (route.scope === 'account' || route.scope === 'outside') route.admit?.(rights, parseHead(endpoint, head));
  }
  if (rights || identity) trace.body.ownedBy(rights?.account.id ?? identity?.userID ?? '');
  const wanted = rights?.account.id ?? named;
  const raw = await readBody(c, endpoint, head, trace.body);
  if (route.scope === 'person') {
    if (route.isOutside) {
      const request = parseInput(endpoint, raw, c.req.header('if-match'));
      const inTransaction = <T>(step: (ctx: PersonContext) => Promise<T>) => pipeline.asPerson(c, call, identity, step);
      return toAnswer(pipeline, endpoint, await route.handle({ ...call, inTransaction }, request));
    }
    return pipeline.asPerson(c, call, identity, async (ctx) => {
      const request = parseInput(endpoint, raw, c.req.header('if-match'));
      if (wantsCsv(endpoint, raw.query))
        return csvAnswer(endpoint, raw, (query) => route.handle(ctx, { ...request, query }));
      const run = async (): Promise<HttpAnswer> => toAnswer(pipeline, endpoint, await route.handle(ctx, request));
      const key = isUnsafe(endpoint.method) ? c.req.header('idempotency-key') : undefined;
      if (key === undefined || route.repeat === 'runs') return run();
      trace.idempotencyKey = key;
      const { repeat } = route;
      const repeatable = { key, method: endpoint.method, path: c.req.path, accountID: wanted, body: raw.bytes };
      return answerOnce(ctx, pipeline.secret, repeatable, {
        run,
        // Cookies are only for the browser of this request, so a reply with cookies is never kept.
        mayKeep: () => repeat === undefined && c.res.headers.getSetCookie().length === 0,
        repeat:
          typeof repeat === 'function'
            ? async () => toAnswer(pipeline, endpoint, await repeat(ctx, request))
            : undefined,
      });
    });
  }
  if (!identity) throw problems.unauthenticated();
  const readOnly = isReading(endpoint);
  const isLong = endpoint.isLong === true || wantsCsv(endpoint, raw.query);
  const kind = {
    readOnly,
    isLong,
    inTurn: endpoint.inTurn === true || endpoint.method === 'GET',
    waits: endpoint.waits === true,
    isReport: readOnly && (isLong || endpoint.isReport === true),
    ...(isOfMany(endpoint) ? { planning: 'values' as const } : {}),
  };
  const enter = (ctx: OutsideContext | AccountContext): Asked => {
    if (!ctx.isEnabled(pluginID)) throw problems.no_such_endpoint();
    if (endpoint.permission) ctx.require(endpoint.permission);
    return { c, raw, request: parseInput(endpoint, raw, c.req.header('if-match')), trace };
  };
  if (route.scope === 'outside')
    return pipeline.outside(call, identity, wanted, kind, (ctx) => answerOutside(pipeline, route, ctx, enter(ctx)));
  return pipeline.inAccount(call, identity, wanted, kind, async (ctx) => {
    const incoming = enter(ctx);
    if (wantsCsv(endpoint, raw.query))
      return csvAnswer(
        endpoint,
        raw,
        (query) => route.handle(ctx, { ...(incoming.request as object), query }),
        pipeline.importForm(ctx, endpoint),
      );
    return answerInAccount(pipeline, route, ctx, incoming);
  });
}

/** A permitted request, ready for its handler. */
interface Asked {
  c: HonoContext;
  raw: RawInput;
  request: unknown;
  trace: Trace;
}

/** The idempotency key of a request; undefined where it has no effect. */
const keyOf = ({ endpoint, repeat }: Route, c: HonoContext): string | undefined =>
  isReading(endpoint) || repeat === 'runs' ? undefined : c.req.header('idempotency-key');

const hashOf = (pipeline: Pipeline, route: Route, actorID: string, { c, raw }: Asked): string =>
  hashRequest(pipeline.secret, actorID, route.endpoint.method, c.req.path, raw.bytes);

/** Runs a handler that opens its own transactions, once per idempotency key. A failed request may be repeated. */
async function answerOutside(
  pipeline: Pipeline,
  route: Extract<Route, { scope: 'outside' }>,
  ctx: OutsideContext,
  incoming: Asked,
): Promise<HttpAnswer> {
  const run = async (): Promise<HttpAnswer> =>
    toAnswer(pipeline, route.endpoint, await route.handle(ctx, incoming.request));
  const key = keyOf(route, incoming.c);
  if (key === undefined) return run();
  incoming.trace.idempotencyKey = key;
  const hash = hashOf(pipeline, route, ctx.actor.id, incoming);
  const stored = await ctx.inTransaction((inner) => claimOutside(inner, key, hash));
  if (stored) return { ...stored, headers: { 'idempotent-replayed': 'true' } };
  try {
    const fresh = await run();
    const kept = route.repeat === 'refused' ? { status: null, body: null } : fresh;
    await ctx.inTransaction((inner) => storeReply(inner, key, { status: kept.status, body: kept.body }));
    return fresh;
  } catch (error) {
    await ctx
      .inTransaction((inner) => releaseKey(inner, key))
      .catch((lost: unknown) => ctx.log.warn({ err: lost }, 'an idempotency key was not given back'));
    throw error;
  }
}

/** Runs the handler, once per idempotency key. */
async function answerInAccount(
  pipeline: Pipeline,
  route: Extract<Route, { scope: 'account' } | { scope: 'widget'; isOfPerson?: undefined }>,
  ctx: AccountContext,
  incoming: Asked,
): Promise<HttpAnswer> {
  const { endpoint } = route;
  const { request } = incoming;
  const key = keyOf(route, incoming.c);
  if (key === undefined) return toAnswer(pipeline, endpoint, await route.handle(ctx, request));
  incoming.trace.idempotencyKey = key;
  const stored = await claimKey(ctx, key, hashOf(pipeline, route, ctx.actor.id, incoming));
  if (stored) return { ...stored, headers: { 'idempotent-replayed': 'true' } };
  const fresh = toAnswer(pipeline, endpoint, await route.handle(ctx, request));
  if (route.repeat !== 'refused') await storeReply(ctx, key, { status: fresh.status, body: fresh.body });
  return fresh;
}

/**
 * The origin of the page. Browsers send no Origin header for reads from the page's own origin, so `sec-fetch-site`
 * counts as this installation's origin.
 */
const originOf = (c: HonoContext, { baseURL }: Call): string | undefined =>
  c.req.header('origin') ?? (c.req.header('sec-fetch-site') === 'same-origin' ? new URL(baseURL).origin : undefined);

/**
 * Answers a widget, which is identified by the publishable key in the path and the origin of its page, never by
 * cookies.
 */
async function answerVisitor(
  pipeline: Pipeline,
  route: Extract<Route, { scope: 'widget' }>,
  pluginID: string,
  c: HonoContext,
  call: Call,
  trace: Trace,
): Promise<HttpAnswer> {
  const { endpoint, customers } = route;
  const knock = {
    key: c.req.param('publishableKey') ?? '',
    origin: originOf(c, call),
    ip: call.client.ip,
    authorization: c.req.header('authorization'),
  };
  const entered = await pipeline.widgets.enter(knock, endpoint, { pluginID, seesCustomers: customers !== undefined });
  trace.identity = entered.identity;
  trace.account = entered.account;
  trace.headers = entered.headers;
  const head = readHead(c, endpoint);
  trace.query = head.query;
  const raw = await readBody(c, endpoint, head, trace.body);
  const request = parseInput(endpoint, raw, c.req.header('if-match'));
  // Counted before the account's transaction begins: a call that holds one connection must not wait for a second one.
  const { settle, isNamedLimitReached } = await pipeline.widgets.count(entered, route.limits(request, entered));
  const visitor = { ...entered, isNamedLimitReached };
  const answering = route.isOfPerson
    ? pipeline.asPerson(c, call, visitor.identity, async (ctx) =>
        toAnswer(pipeline, endpoint, await route.handle(ctx, request, visitor)),
      )
    : pipeline.inAccount(
        call,
        visitor.identity,
        undefined,
        { readOnly: isReading(endpoint), isLong: endpoint.isLong === true, isReport: false },
        async (ctx) => {
          const handle = (inner: AccountContext, input: unknown) => route.handle(inner, input, visitor);
          return answerInAccount(pipeline, { ...route, handle }, ctx, { c, raw, request, trace });
        },
      );
  const answered = await answering.catch(async (error: unknown) => {
    // The caller gets the first fault, also where counting fails.
    await settle(false).catch(() => undefined);
    throw error;
  });
  await settle(true);
  return answered;
}

/** Answers the preflight request of a browser. A refusal has no CORS headers, so the browser does not send the call. */
async function preflight(pipeline: Pipeline, c: HonoContext, methods: readonly string[]): Promise<Response> {
  const requestID = requestIDOf(c);
  try {
    const { client } = pipeline.call(c, requestID);
    const knock = { key: c.req.param('publishableKey') ?? '', origin: c.req.header('origin'), ip: client.ip };
    return new Response(null, { status: 204, headers: await pipeline.widgets.preflight(knock, methods) });
  } catch (error) {
    return problemResponse(toProblem(error), requestID, { vary: 'origin' });
  }
}
