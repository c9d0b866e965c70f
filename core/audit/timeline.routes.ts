import { problems } from '../contracts/problem.ts';
import { getTimeline, listRecentActivity } from '../contracts/timeline.contract.ts';
import { type Route, route } from '../kernel/route.ts';
import { type RecordRegistry, visibleRecord } from '../records/record-registry.ts';
import { recentActivity } from './recent-activity.ts';
import { timelineOf } from './timeline.ts';

/**
 * Histories of one record and of the account. Portal customers have none: it names staff and holds what was not meant
 * for them.
 */
export const timelineRoutes = (records: RecordRegistry): Route[] => [
  route(getTimeline, async (ctx, { params, query }) => {
    if (ctx.customerID !== undefined) throw problems.not_found();
    await visibleRecord(ctx, records, params.type, params.id);
    return timelineOf(ctx, params, query);
  }),
  route(listRecentActivity, async (ctx, { query }) => ({
    items: ctx.customerID === undefined ? await recentActivity(ctx, records, query.take) : [],
  })),
];
