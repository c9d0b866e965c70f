import {
  createSavedView,
  deleteSavedView,
  listSavedViews,
  updateSavedView,
} from '../contracts/records/saved-view.contract.ts';
import { type Route, route } from '../kernel/route.ts';
import { SavedViewService } from './saved-view.service.ts';

/** Routes of saved views. */
export function savedViewRoutes(): Route[] {
  const views = new SavedViewService();
  return [
    route(listSavedViews, async (ctx, { query }) => {
      const items = await views.list(ctx, query.screen);
      return { items, count: items.length };
    }),
    route(createSavedView, (ctx, { body }) => views.create(ctx, body)),
    route(updateSavedView, (ctx, { params, body }) => views.update(ctx, params.savedViewID, body)),
    route(deleteSavedView, (ctx, { params }) => views.remove(ctx, params.savedViewID) as Promise<undefined>),
  ];
}
