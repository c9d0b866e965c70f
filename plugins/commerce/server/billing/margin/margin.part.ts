import { problems } from '@millwright/core/contracts';
import { definePart, route } from '@millwright/core/server';
import { listMargins, marginRights, marginScreens } from '../../../contracts/index.ts';
import { findMargins } from './margin.queries.ts';

export const marginPart = definePart({
  screens: marginScreens,
  routes: () => [
    route(listMargins, (ctx, { query }) => {
      if (ctx.customerID !== undefined) throw problems.forbidden();
      for (const right of marginRights) ctx.require(right);
      return findMargins(ctx, query);
    }),
  ],
});
