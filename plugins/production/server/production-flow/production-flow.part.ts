import { definePart, route, service } from '@millwright/core/server';
import { CataloguePort } from '@millwright/inventory/contracts';
import {
  deleteProductionFlow,
  explodeItem,
  getItemProductionFlow,
  listProductionStepTransformations,
  productionFlowProblems,
  productionFlowScreens,
  putProductionFlow,
} from '../../contracts/index.ts';
import { RecipeRuns } from '../production-run/orders/recipe-runs.ts';
import { FlowLink } from './flow-link.entity.ts';
import { explosionOf, productionFlowOf, transformationView } from './production-flow.queries.ts';
import { ProductionFlowService } from './production-flow.service.ts';

export const productionFlowPart = definePart({
  screens: productionFlowScreens,
  problems: productionFlowProblems,
  entities: [FlowLink],
  services: [service(ProductionFlowService, CataloguePort, RecipeRuns)],
  routes: (services) => {
    const flow = services.get(ProductionFlowService);
    return [
      route(getItemProductionFlow, (ctx, { params }) => productionFlowOf(ctx, params.itemID)),
      route(putProductionFlow, (ctx, { body }) => flow.put(ctx, body)),
      route(deleteProductionFlow, (ctx, { body }) => flow.remove(ctx, body)),
      route(listProductionStepTransformations, (ctx, { query }) => transformationView.find(ctx, query)),
      route(explodeItem, async (ctx, { params, body }) => ({
        items: await explosionOf(ctx, params.itemID, body.quantity),
      })),
    ];
  },
  invariants: [
    {
      name: 'production.flow-links-carry-something',
      sql: `select link.source_step_id, link.target_step_id from production.flow_link link
        where link.account_id = $1 and (link.source_step_id = link.target_step_id or not exists (
          select from production.production_step source
          join production.consumption used on used.account_id = source.account_id and used.item_id = source.item_id
          where source.account_id = link.account_id and source.id = link.source_step_id
            and used.step_id = link.target_step_id))`,
    },
    {
      name: 'production.nothing-is-made-of-itself',
      sql: `with recursive edge as (
          select distinct step.id as source, used.step_id as target from production.production_step step
          join production.consumption used on used.account_id = step.account_id and used.item_id = step.item_id
          where step.account_id = $1),
        ahead (start, id) as (
          select source, target from edge
          union
          select ahead.start, edge.target from ahead join edge on edge.source = ahead.id)
        select start from ahead where id = start`,
    },
  ],
  samples: [
    {
      table: 'production.flow_link',
      row: (ids) => ({
        source_step_id: ids('production.production_step'),
        target_step_id: ids('production.production_step'),
      }),
    },
  ],
});
