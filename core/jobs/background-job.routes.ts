import { listFailedJobs, releaseFailedJobs } from '../contracts/work/background-job.contract.ts';
import { personRoute, type Route } from '../kernel/route.ts';
import { pageDeadLetters, releaseDeadLetters } from './queue/dead-letters.ts';

/**
 * Endpoints for failed background work, only for the operator of the installation. The job role reads and releases it.
 */
export const backgroundJobRoutes = (jobUrl: string): Route[] => [
  personRoute(
    listFailedJobs,
    async (_ctx, { query }) => {
      const { items, count } = await pageDeadLetters(jobUrl, query);
      return {
        items: items.map(({ failedAt, ...letter }) => ({ ...letter, failedAt: failedAt.toISOString() })),
        count,
      };
    },
    { acts: 'person' },
  ),
  personRoute(
    releaseFailedJobs,
    async (_ctx, { body }) => ({
      released: await releaseDeadLetters(jobUrl, body.ids),
    }),
    { acts: 'person' },
  ),
];
