import { z } from 'zod';
import { endpoint } from '../endpoints/endpoint.ts';
import { filterValue, listOf, listQuery } from '../endpoints/list-query.ts';

const operator = 'Background work is that of every account';

/** A background job that failed for good. It is not tried again until an operator releases it. */
export const failedJob = z.object({
  id: z.string(),
  /** Queue of the job: `event`, `account-job`, `change-set`, `person-mail` or `timetable`. */
  queue: z.string(),
  /** Subscriber and event, or name of the job. */
  what: z.string(),
  accountID: z.string().nullable(),
  /** True where the server died each time the job ran; false where the job failed eight times. */
  isKiller: z.boolean(),
  reason: z.string(),
  failedAt: z.iso.datetime(),
});
export type FailedJob = z.output<typeof failedJob>;

/** Jobs that failed for good in the last 90 days, newest first. */
export const listFailedJobs = endpoint({
  name: 'listFailedJobs',
  method: 'GET',
  path: '/v1/background-jobs',
  operator,
  summary: 'Lists background work that failed for good.',
  query: listQuery({ sortBy: ['failedAt'], filters: { queue: filterValue(z.string().max(40)) } }),
  reply: listOf(failedJob),
});

/** Releases failed jobs so that they run again like new ones. Ids of other jobs are ignored. */
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
