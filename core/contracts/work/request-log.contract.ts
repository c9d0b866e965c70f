import { z } from 'zod';
import { endpoint } from '../endpoints/endpoint.ts';
import { filterValue, integerText, listOf, listQuery } from '../endpoints/list-query.ts';
import { isoDateOrDateTime } from '../texts/date.ts';
import { singleLine } from '../texts/text.ts';

const operator =
  'Rows hold the traffic of every account: anonymous reads, as the spec has them, would show it to anyone';

/**
 * A logged request (spec operations section 3, "Request log"). Secrets, cookies and card numbers are masked before it
 * is stored.
 */
export const requestLogRow = z.object({
  id: z.string(),
  /** The `x-request-id` of the response. */
  requestID: z.string(),
  method: z.string(),
  host: z.string(),
  path: z.string(),
  /** The endpoint's path with its parameters in braces, to group requests of one kind. */
  normalizedRoute: z.string(),
  statusCode: z.int(),
  /** In milliseconds. */
  latency: z.number(),
  accountID: z.string().nullable(),
  accountName: z.string().nullable(),
  actor: z.object({
    id: z.string().nullable(),
    type: z.string(),
    name: z.string().nullable(),
    username: z.string().nullable(),
    email: z.string().nullable(),
  }),
  clientIPString: z.string().nullable(),
  errorCode: z.string().nullable(),
  errorMessage: z.string().nullable(),
  occurredAt: z.iso.datetime(),
  createdAt: z.iso.datetime(),
  /** Equal to `createdAt`, because a row never changes. */
  updatedAt: z.iso.datetime(),
});
export type RequestLogRow = z.output<typeof requestLogRow>;

/** A logged request with all details. */
export const requestLogDetail = requestLogRow.extend({
  queryJSON: z.record(z.string(), z.union([z.string(), z.array(z.string())])).nullable(),
  userAgent: z.string().nullable(),
  referrer: z.string().nullable(),
  idempotencyKeyID: z.string().nullable(),
  stackTrace: z.string().nullable(),
  internalErrorMessage: z.string().nullable(),
});
export type RequestLogDetail = z.output<typeof requestLogDetail>;

/**
 * Requests of the last 30 days, newest first. The dates are inclusive and in UTC; `query` searches the path and the
 * request id.
 */
export const listRequestLogs = endpoint({
  name: 'listRequestLogs',
  method: 'GET',
  path: '/v1/request-logs',
  operator,
  summary: 'Lists answered requests of all accounts.',
  query: listQuery({
    sortBy: ['occurredAt', 'latency', 'statusCode', 'method', 'path'],
    filters: {
      startDate: filterValue(isoDateOrDateTime),
      endDate: filterValue(isoDateOrDateTime),
      method: filterValue(
        z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'], {
          error: 'method must be one of GET, POST, PUT, PATCH, DELETE',
        }),
      ),
      statusCode: integerText(100, 599),
      errorCode: filterValue(singleLine(80)),
      accountID: filterValue(singleLine(80)),
      actorID: filterValue(singleLine(80)),
      actorType: filterValue(
        z.enum(['user', 'api_key', 'anonymous'], { error: 'actorType must be one of user, api_key, anonymous' }),
      ),
    },
  }),
  reply: listOf(requestLogRow),
});

/** One request. */
export const getRequestLog = endpoint({
  name: 'getRequestLog',
  method: 'GET',
  path: '/v1/request-logs/{requestLogID}',
  operator,
  summary: 'Shows one answered request.',
  reply: requestLogDetail,
});
