import { getRequestLog, listRequestLogs } from '../contracts/request-log.contract.ts';
import { personRoute, type Route } from '../kernel/route.ts';
import { getRequest, listRequests } from './request-log.queries.ts';

/**
 * The request log, for the operator of the installation only: rows of all accounts (a deviation from the spec, see the
 * ADR).
 */
export const requestLogRoutes: readonly Route[] = [
  personRoute(listRequestLogs, (ctx, { query }) => listRequests(ctx, query), { acts: 'person' }),
  personRoute(getRequestLog, (ctx, { params }) => getRequest(ctx, params.requestLogID), { acts: 'person' }),
];
