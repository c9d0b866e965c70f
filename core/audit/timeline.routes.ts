import { getTimeline, listRecentActivity } from '../contracts/records/timeline.contract.ts';
import { type Route, route } from '../kernel/route.ts';
import { type RecordRegistry, visibleRecord } from '../records/record-registry.ts';
import { recentActivity } from './recent-activity.ts';
import { timelineOf } from './timeline.ts';

/**
 * Histories of a record and of the account. They are closed to customers, because they name staff and contain internal
 * data.
 */
export const timelineRoutes = (records: RecordRegistry): Route[] => [
  route(getTimeline, async (ctx, { params, query }) => {
    await visibleRecord(ctx, records, params.type, params.id);
    return timelineOf(ctx, params, query);
  }),
  route(listRecentActivity, async (ctx, { query }) => ({
    items: await recentActivity(ctx, records, query.take),
  })),
];
