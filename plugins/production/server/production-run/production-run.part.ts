import { SalesOrderPort } from '@millwright/commerce/contracts';
import { definePart, route, service } from '@millwright/core/server';
import { CataloguePort, StockPort, SupplyPort } from '@millwright/inventory/contracts';
import {
  createProductionRun,
  createProductionRunOfOrder,
  createProductionRunOfOrders,
  deleteProductionRun,
  getProductionRun,
  listProductionRuns,
  productionRunDeclarations,
  productionRunProblems,
  updateProductionRun,
} from '../../contracts/index.ts';
import { createDemoRuns } from './demo-runs.ts';
import { BatchPlanner } from './orders/batch-planner.ts';
import { OrderRuns } from './orders/order-runs.ts';
import { RecipeRuns } from './orders/recipe-runs.ts';
import { RunPromises } from './orders/run-promises.ts';
import { ProductionRun, ProductionRunOrder } from './production-run.entity.ts';
import { runView } from './production-run.queries.ts';
import { ProductionRunService } from './production-run.service.ts';

export const productionRunPart = definePart({
  ...productionRunDeclarations,
  problems: productionRunProblems,
  entities: [ProductionRun, ProductionRunOrder],
  fills: ['commerce.sales-order.panels'],
  numbering: [{ kind: 'production_run', label: 'Production runs', first: 1000 }],
  consumes: { required: [CataloguePort, StockPort, SupplyPort], optional: [SalesOrderPort] },
  services: [
    service(BatchPlanner, CataloguePort, StockPort),
    service(RunPromises, StockPort, SupplyPort),
    service(RecipeRuns, StockPort, RunPromises),
    service(ProductionRunService, BatchPlanner, RunPromises),
  ],
  routes: (services) => {
    const runs = services.get(ProductionRunService);
    const ofOrders = new OrderRuns(
      runs,
      services.get(BatchPlanner),
      services.get(RunPromises),
      services.get(StockPort),
      services.find(SalesOrderPort),
    );
    return [
      route(listProductionRuns, (ctx, { query }) => runView.find(ctx, query)),
      route(getProductionRun, (ctx, { params }) => runView.byID(ctx, params.productionRunID)),
      route(createProductionRun, (ctx, { body }) => runs.create(ctx, body)),
      route(updateProductionRun, (ctx, { params, body }) => runs.update(ctx, params.productionRunID, body)),
      route(deleteProductionRun, (ctx, { params }) => ofOrders.remove(ctx, params.productionRunID)),
      route(createProductionRunOfOrder, async (ctx, { params }) => ({
        productionRun: await ofOrders.create(ctx, [params.orderID]),
      })),
      route(createProductionRunOfOrders, async (ctx, { body }) => ({
        productionRun: await ofOrders.create(ctx, body.orderIDs),
      })),
    ];
  },
  demo: (ctx, _random, services) => createDemoRuns(ctx, services.get(ProductionRunService)),
  recordSources: () => [
    {
      type: 'production_run',
      label: async (ctx, id) => (await runView.byID(ctx, id)).number,
      findByNumber: async (ctx, number) => {
        const { items } = await runView.find(ctx, { query: number, take: 50, skip: 0, sortOrder: 'asc' });
        return items.filter((run) => run.number === number).map((run) => ({ id: run.id, label: run.number }));
      },
    },
  ],
  samples: [
    {
      table: 'production.production_run',
      row: { number: 'Run {label}', notes: 'Canary {label}', last_batch: 1 },
    },
    {
      table: 'production.production_run_order',
      row: (ids) => ({
        run_id: ids('production.production_run'),
        order_id: 'so_{label}',
        order_number: 'Canary {label}',
      }),
    },
  ],
});
