import { definePart } from '@millwright/core/server';
import { orderStatusProblems, orderStatusWidgets } from '../../../contracts/index.ts';
import { orderStatusRoutes } from './order-status.routes.ts';

export const orderStatusPart = definePart({
  problems: orderStatusProblems,
  widgets: orderStatusWidgets,
  routes: () => orderStatusRoutes(),
});
