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
import { FlowLink } from './flow-link.entity.ts';
import { explosionOf, productionFlowOf, transformationView } from './production-flow.queries.ts';
import { ProductionFlowService } from './production-flow.service.ts';

export const productionFlowPart = definePart({
  screens: productionFlowScreens,
  problems: productionFlowProblems,
  entities: [FlowLink],
  services: [service(ProductionFlowService, CataloguePort)],
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
