import { definePart, route } from '@millwright/core/server';
import { listSalesTargetResults, salesTargetScreens } from '../../../contracts/index.ts';
import { findSalesTargetResults } from './sales-target.queries.ts';

/** What became of sales targets. The targets themselves are the team's. */
export const salesTargetPart = definePart({
  screens: salesTargetScreens,
  slots: ['commerce.sales-targets.panels'],
  routes: () => [route(listSalesTargetResults, (ctx, { query }) => findSalesTargetResults(ctx, query))],
});
