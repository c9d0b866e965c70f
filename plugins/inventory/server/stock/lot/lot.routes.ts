import { type Route, route } from '@millwright/core/server';
import { createLot, deleteLot, getLot, listLots, updateLot } from '../../../contracts/index.ts';
import { lotView } from './lot.queries.ts';
import type { LotService } from './lot.service.ts';

export const lotRoutes = (lots: LotService): Route[] => [
  route(listLots, (ctx, { query }) => lotView.find(ctx, query)),
  route(getLot, (ctx, { params }) => lotView.byID(ctx, params.lotID)),
  route(createLot, (ctx, { body }) => lots.create(ctx, body)),
  route(updateLot, (ctx, { params, body }) => lots.update(ctx, params.lotID, body)),
  route(deleteLot, (ctx, { params }) => lots.remove(ctx, params.lotID)),
];
