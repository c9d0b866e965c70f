import type { ListedFilter, Option } from '@millwright/core/browser';
import type { EndpointInput } from '../../../core/contracts/endpoints/endpoint.ts';
import type { listTasks } from '../../../core/contracts/work/task.contract.ts';

/** Who may have tasks. */
export interface Holders {
  people: readonly Option[];
  roles: readonly Option[];
}

type QueryName = keyof NonNullable<EndpointInput<typeof listTasks>['query']> & string;

/** Filters of the list of tasks. */
export const taskFilters = ({ people, roles }: Holders): ListedFilter<QueryName>[] => [
  { name: 'statuses', label: 'Status' },
  'whose',
  { name: 'assigneeIDs', label: 'Person', options: people },
  { name: 'roleIDs', label: 'Role', options: roles },
  { name: 'isOfTeam', label: 'Of the team', yes: 'Nobody has it', no: 'Somebody has it' },
  { name: 'dueFrom', label: 'Due' },
  { name: 'isOverdue', yes: 'Overdue', no: 'Not overdue' },
  { name: 'recordID', label: 'Record id' },
];
