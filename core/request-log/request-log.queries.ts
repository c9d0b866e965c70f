import { sql } from 'kysely';
import type { EndpointRequest } from '../contracts/endpoints/endpoint.ts';
import { problems } from '../contracts/endpoints/problem.ts';
import { addDays } from '../contracts/texts/date.ts';
import type { listRequestLogs, RequestLogDetail, RequestLogRow } from '../contracts/work/request-log.contract.ts';
import type { Database } from '../database/database.ts';
import type { Clock } from '../kernel/context/clock.ts';
import type { PersonContext } from '../kernel/context/context.ts';
import { likeOf } from '../lists/conditions.ts';
import { RequestLog } from './request-log.entity.ts';

const firstOf = (day: string): Date => new Date(day.includes('T') ? day : `${day}T00:00:00Z`);
const afterOf = (day: string): Date =>
  new Date(day.includes('T') ? Date.parse(day) + 1 : `${addDays(day, 1)}T00:00:00Z`);

const rowOf = (entry: RequestLog): RequestLogRow => ({
  id: entry.id,
  requestID: entry.requestID,
  method: entry.method,
  host: entry.host,
  path: entry.path,
  normalizedRoute: entry.normalizedRoute,
  statusCode: entry.statusCode,
  latency: Number(entry.latency),
  accountID: entry.accountID ?? null,
  accountName: entry.accountName ?? null,
  actor: {
    id: entry.actorID ?? null,
    type: entry.actorType,
    name: entry.actorName ?? null,
    username: entry.actorUsername ?? null,
    email: entry.actorEmail ?? null,
  },
  clientIPString: entry.clientIP ?? null,
  errorCode: entry.errorCode ?? null,
  errorMessage: entry.errorMessage ?? null,
  occurredAt: entry.occurredAt.toISOString(),
  createdAt: entry.createdAt.toISOString(),
  updatedAt: entry.createdAt.toISOString(),
});

/** A page of requests of all accounts. */
export async function listRequests(
  ctx: PersonContext,
  page: EndpointRequest<typeof listRequestLogs>['query'],
): Promise<{ items: RequestLogRow[]; count: number }> {
  const occurredAt = {
    ...(page.startDate ? { $gte: firstOf(page.startDate) } : {}),
    ...(page.endDate ? { $lt: afterOf(page.endDate) } : {}),
  };
  const text = page.query && likeOf(page.query);
  const where = {
    ...(page.startDate || page.endDate ? { occurredAt } : {}),
    ...(page.method ? { method: page.method } : {}),
    ...(page.statusCode !== undefined ? { statusCode: page.statusCode } : {}),
    ...(page.errorCode ? { errorCode: page.errorCode } : {}),
    ...(page.accountID ? { accountID: page.accountID } : {}),
    ...(page.actorID ? { actorID: page.actorID } : {}),
    ...(page.actorType ? { actorType: page.actorType } : {}),
    ...(text ? { $or: [{ path: { $ilike: text } }, { requestID: page.query }] } : {}),
  };
  const direction = page.sortBy === undefined ? 'desc' : page.sortOrder;
  const [entries, count] = await ctx.em.findAndCount(RequestLog, where, {
    orderBy: [{ [page.sortBy ?? 'occurredAt']: direction }, { id: direction }],
    limit: page.take,
    offset: page.skip,
    exclude: ['stackTrace', 'query', 'internalErrorMessage', 'userAgent', 'referrer'],
  });
  return { items: (entries as RequestLog[]).map(rowOf), count };
}

/** A logged request with all details. @throws Problem 404 */
export async function getRequest(ctx: PersonContext, id: string): Promise<RequestLogDetail> {
  const entry = await ctx.em.findOne(RequestLog, { id });
  if (!entry) throw problems.not_found();
  return {
    ...rowOf(entry),
    queryJSON: entry.query ?? null,
    userAgent: entry.userAgent ?? null,
    referrer: entry.referrer ?? null,
    idempotencyKeyID: entry.idempotencyKeyID ?? null,
    stackTrace: entry.stackTrace ?? null,
    internalErrorMessage: entry.internalErrorMessage ?? null,
  };
}

/**
 * Deletes requests older than this many days, some thousands at a time so that locks are short; returns their number.
 */
export async function pruneRequestLog(database: Database, clock: Clock, keptDays: number): Promise<number> {
  const before = new Date(clock.now().getTime() - keptDays * 24 * 3600_000);
  let deleted = 0;
  for (let some = 5000; some === 5000; deleted += some) {
    some = await database.runAsAuth({ accountID: '', isPatient: true }, async (em) => {
      const query = em.getKysely<unknown>();
      const { numAffectedRows } = await sql`delete from core.request_log where id in
        (select id from core.request_log where occurred_at < ${before} order by occurred_at limit 5000)`.execute(query);
      return Number(numAffectedRows ?? 0n);
    });
  }
  return deleted;
}
