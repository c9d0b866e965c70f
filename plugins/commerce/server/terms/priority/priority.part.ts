import { definePart, projection, route, sql } from '@millwright/core/server';
import { getPriority, listPriorities, priority } from '../../../contracts/index.ts';
import { Priority } from './priority.entity.ts';
import { seedPriorities } from './seed-priorities.ts';

/** The priorities, the least urgent first. */
const view = projection(priority, {
  list: listPriorities,
  table: 'commerce.priority',
  search: ['name', 'code'],
  order: [sql`priority.rank`],
});

export const priorityPart = definePart({
  entities: [Priority],
  routes: () => [
    route(listPriorities, (ctx, { query }) => view.find(ctx, query)),
    route(getPriority, (ctx, { params }) => view.byID(ctx, params.priorityID)),
  ],
  onEnable: seedPriorities,
  samples: [{ table: 'commerce.priority', row: { code: 'normal', name: 'Normal', rank: 2 } }],
});
