import { definePart, route } from '@millwright/core/server';
import { listMargins, marginRights, marginScreens } from '../../../contracts/index.ts';
import { findMargins } from './margin.queries.ts';

export const marginPart = definePart({
  screens: marginScreens,
  routes: () => [
    route(listMargins, (ctx, { query }) => {
      for (const right of marginRights) ctx.require(right);
      return findMargins(ctx, query);
    }),
  ],
});
