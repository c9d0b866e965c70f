import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { filterValue, listOf, listQuery } from './list-query.ts';

const operator = 'Background work is that of every account';

/** Background work that failed for good: it is not tried again before somebody releases it. */
export const failedJob = z.object({
  id: z.string(),
  /** What kind of work it is: `event`, `account-job`, `change-set`, `person-mail`, `timetable`. */
  queue: z.string(),
  /** Subscriber and event, or name of the job. */
  what: z.string(),
  accountID: z.string().nullable(),
  /** True where the server died each time it ran; false where it failed eight times. */
  isKiller: z.boolean(),
  reason: z.string(),
  failedAt: z.iso.datetime(),
});
export type FailedJob = z.output<typeof failedJob>;

/** Work that failed for good in the last 90 days, newest first. */
export const listFailedJobs = endpoint({
  name: 'listFailedJobs',
  method: 'GET',
  path: '/v1/background-jobs',
  operator,
  summary: 'Lists background work that failed for good.',
  query: listQuery({ sortBy: ['failedAt'], filters: { queue: filterValue(z.string().max(40)) } }),
  reply: listOf(failedJob),
});

/** Sends them to be tried again, as if they were new; ids of none that wait here are passed over. */
export const releaseFailedJobs = endpoint({
  name: 'releaseFailedJobs',
  method: 'POST',
  path: '/v1/background-jobs/actions/release',
  operator,
  summary: 'Releases background work to be tried again.',
  body: z.strictObject({
    ids: z
      .array(z.guid({ error: 'Must be the id of a job' }))
      .min(1, { error: 'Choose at least one job' })
      .max(500, { error: 'At most 500 jobs' }),
  }),
  reply: z.object({ released: z.int() }),
});
