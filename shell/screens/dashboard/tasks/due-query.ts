import type { EndpointInput } from '../../../../core/contracts/endpoints/endpoint.ts';
import type { listTasks } from '../../../../core/contracts/work/task.contract.ts';

/** Filter of the tasks that `tasksDue` counts: open ones of the person or their role, due by today. */
export const dueQuery = (today: string) =>
  ({ whose: 'mine_or_my_roles', statuses: ['open'], dueTo: today }) satisfies EndpointInput<typeof listTasks>['query'];

/** Screen with exactly these tasks. */
export function duePath(today: string): string {
  const { whose, statuses, dueTo } = dueQuery(today);
  const asked = new URLSearchParams([['whose', whose], ...statuses.map((one) => ['statuses', one]), ['dueTo', dueTo]]);
  return `/dashboard/tasks?${asked}`;
}
