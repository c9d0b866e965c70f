import { type Route, route } from '@millwright/core/server';
import {
  bulkCreateProductionSteps,
  consumptions,
  createProductionStep,
  deleteProductionStep,
  getProduction,
  getProductionStep,
  listProductionSteps,
  updateProduction,
  updateProductionStep,
} from '../../contracts/index.ts';
import { importSteps } from './import/step-import.ts';
import { stepView } from './production-step.queries.ts';
import type { ProductionStepService } from './production-step.service.ts';

export const productionStepRoutes = (steps: ProductionStepService): Route[] => [
  route(listProductionSteps, (ctx, { query }) => stepView.find(ctx, query)),
  route(getProductionStep, (ctx, { params }) => stepView.byID(ctx, params.productionStepID)),
  route(createProductionStep, (ctx, { body }) => steps.create(ctx, body)),
  route(updateProductionStep, (ctx, { params, body }) => steps.update(ctx, params.productionStepID, body)),
  route(deleteProductionStep, (ctx, { params }) => steps.remove(ctx, params.productionStepID)),
  route(bulkCreateProductionSteps, (ctx, { body }) => importSteps(ctx, steps, body)),
  route(consumptions.list, (ctx, { params, query }) => steps.consumptionsOf(ctx, params.productionStepID, query)),
  route(consumptions.get, (ctx, { params }) => steps.consumption(ctx, params.productionStepID, params.consumptionID)),
  route(consumptions.create, (ctx, { params, body }) => steps.addConsumption(ctx, params.productionStepID, body)),
  route(consumptions.update, (ctx, { params, body }) =>
    steps.updateConsumption(ctx, params.productionStepID, params.consumptionID, body),
  ),
  route(consumptions.remove, (ctx, { params }) =>
    steps.removeConsumption(ctx, params.productionStepID, params.consumptionID),
  ),
  route(getProduction, (ctx, { params }) => steps.production(ctx, params.productionStepID, params.productionID)),
  route(updateProduction, (ctx, { params, body }) =>
    steps.updateProduction(ctx, params.productionStepID, params.productionID, body),
  ),
];
