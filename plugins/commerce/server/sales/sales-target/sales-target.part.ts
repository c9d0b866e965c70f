import { definePart, route } from '@millwright/core/server';
import { listSalesTargetResults, salesTargetScreens } from '../../../contracts/index.ts';
import { findSalesTargetResults } from './sales-target.queries.ts';

/** Results of sales targets. The targets themselves belong to the team plugin. */
export const salesTargetPart = definePart({
  screens: salesTargetScreens,
  slots: ['commerce.sales-targets.panels'],
  routes: () => [route(listSalesTargetResults, (ctx, { query }) => findSalesTargetResults(ctx, query))],
});
