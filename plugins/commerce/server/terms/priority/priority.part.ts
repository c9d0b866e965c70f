import { definePart } from '@millwright/core/server';
import { Priority } from './priority.entity.ts';
import { priorityRoutes } from './priority.routes.ts';
import { seedPriorities } from './seed-priorities.ts';

export const priorityPart = definePart({
  entities: [Priority],
  routes: () => priorityRoutes(),
  onEnable: seedPriorities,
  samples: [{ table: 'commerce.priority', row: { code: 'normal', name: 'Normal', rank: 2 } }],
});
