import { listFailedJobs, releaseFailedJobs } from '../contracts/background-job.contract.ts';
import { personRoute, type Route } from '../kernel/route.ts';
import { pageDeadLetters, releaseDeadLetters } from './dead-letters.ts';

/** Failed background work, for the operator of the installation only; read and released by the job role. */
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
