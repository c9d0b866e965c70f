import { getRequestLog, listRequestLogs } from '../contracts/work/request-log.contract.ts';
import { personRoute, type Route } from '../kernel/route.ts';
import { getRequest, listRequests } from './request-log.queries.ts';

/**
 * The request log, only for operators of the installation, because it has rows of all accounts (a deviation from the
 * spec, see the ADR).
 */
export const requestLogRoutes: readonly Route[] = [
  personRoute(listRequestLogs, (ctx, { query }) => listRequests(ctx, query), { acts: 'person' }),
  personRoute(getRequestLog, (ctx, { params }) => getRequest(ctx, params.requestLogID), { acts: 'person' }),
];
