import { type Route, route } from '@millwright/core/server';
import { getPriority, listPriorities } from '../../../contracts/index.ts';
import { findPriorities, priorityByID } from './priority.queries.ts';

export const priorityRoutes = (): Route[] => [
  route(listPriorities, (ctx, { query }) => findPriorities(ctx, query)),
  route(getPriority, (ctx, { params }) => priorityByID(ctx, params.priorityID)),
];
