import { type Route, route } from '@millwright/core/server';
import {
  createCarrier,
  createCarrierOption,
  deleteCarrier,
  deleteCarrierOption,
  getCarrier,
  getCarrierOption,
  listCarrierOptions,
  listCarriers,
  updateCarrier,
  updateCarrierOption,
} from '../../../contracts/index.ts';
import { carrierByID, carrierOptionByID, findCarrierOptions, findCarriers } from './carrier.queries.ts';
import type { CarrierService } from './carrier.service.ts';
import type { CarrierOptionService } from './carrier-option.service.ts';

export const carrierRoutes = (carriers: CarrierService, options: CarrierOptionService): Route[] => [
  route(listCarriers, (ctx, { query }) => findCarriers(ctx, query)),
  route(getCarrier, (ctx, { params }) => carrierByID(ctx, params.carrierID)),
  route(createCarrier, (ctx, { body }) => carriers.create(ctx, body)),
  route(updateCarrier, (ctx, { params, body }) => carriers.update(ctx, params.carrierID, body)),
  route(deleteCarrier, (ctx, { params }) => carriers.remove(ctx, params.carrierID)),
  route(listCarrierOptions, (ctx, { params, query }) => findCarrierOptions(ctx, params.carrierID, query)),
  route(getCarrierOption, (ctx, { params }) => carrierOptionByID(ctx, params.carrierOptionID, params.carrierID)),
  route(createCarrierOption, (ctx, { params, body }) => options.create(ctx, params.carrierID, body)),
  route(updateCarrierOption, (ctx, { params, body }) =>
    options.update(ctx, params.carrierID, params.carrierOptionID, body),
  ),
  route(deleteCarrierOption, (ctx, { params }) => options.remove(ctx, params.carrierID, params.carrierOptionID)),
];
