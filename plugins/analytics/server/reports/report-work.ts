import type { AnyEndpoint } from '@millwright/core/contracts';
import { type EndpointReply, type EndpointRequest, problems } from '@millwright/core/contracts';
import { type AccountContext, type Route, route } from '@millwright/core/server';
import type { z } from 'zod';
import {
  analyzeDeliveries,
  analyzeInventoryReceipts,
  analyzeManufacturing,
  analyzeMaterials,
  analyzeNewCustomers,
  analyzeOpenBatches,
  analyzeOrders,
  analyzeProductionCosts,
  analyzeProductionEfficiency,
  analyzeProductsOnOrder,
  analyzeQuarterlyOrders,
  analyzeSales,
  type ReportDefinition,
  type ReportQuery,
  type ReportView,
  reportOf,
} from '../../contracts/index.ts';
import { deliveriesOf } from '../deliveries/deliveries.queries.ts';
import { materialFigures } from '../materials/materials.queries.ts';
import { inventoryReceiptsOf } from '../materials/receipts.queries.ts';
import {
  manufacturingOf,
  openBatchesOf,
  productionCostsOf,
  productionEfficiencyOf,
} from '../production/production.queries.ts';
import { newCustomersOf } from '../sales/customers.queries.ts';
import { productsOnOrderOf } from '../sales/products-on-order.queries.ts';
import { ordersOf, quarterlyOrdersOf, salesOf } from '../sales/sales.queries.ts';

interface Work {
  endpoint: AnyEndpoint;
  answer(ctx: AccountContext, body: unknown): Promise<unknown>;
}

const work = <E extends AnyEndpoint>(
  endpoint: E,
  answer: (ctx: AccountContext, body: EndpointRequest<E>['body']) => Promise<EndpointReply<E>>,
): Work => ({ endpoint, answer: answer as Work['answer'] });

/** The endpoints with the functions that answer them. */
const works: readonly Work[] = [
  work(analyzeSales, salesOf),
  work(analyzeOrders, ordersOf),
  work(analyzeQuarterlyOrders, quarterlyOrdersOf),
  work(analyzeNewCustomers, newCustomersOf),
  work(analyzeProductsOnOrder, productsOnOrderOf),
  work(analyzeDeliveries, deliveriesOf),
  work(analyzeMaterials, materialFigures),
  work(analyzeInventoryReceipts, inventoryReceiptsOf),
  work(analyzeOpenBatches, openBatchesOf),
  work(analyzeProductionCosts, productionCostsOf),
  work(analyzeProductionEfficiency, productionEfficiencyOf),
  work(analyzeManufacturing, manufacturingOf),
];

export const analysisRoutes = (): Route[] =>
  works.map(({ endpoint, answer }) =>
    route(endpoint, (ctx, request) => answer(ctx, (request as { body: unknown }).body)),
  );

/** @throws Problem 404 for an unknown report, 403 without the permission for its figures */
export function permittedReport(ctx: AccountContext, name: string): ReportDefinition {
  const report = reportOf(name);
  if (!report) throw problems.not_found();
  ctx.require(report.permission);
  return report;
}

/**
 * The answer of a report to a query.
 * @throws Problem 400 `invalid_input` for parameters that its endpoint does not take
 */
export async function reportView(
  ctx: AccountContext,
  report: ReportDefinition,
  query: ReportQuery,
): Promise<ReportView> {
  const given = Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined));
  const parsed = (report.endpoint.body as z.ZodType).safeParse(given);
  if (!parsed.success)
    throw problems.invalid_input({
      errors: parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message })),
    });
  const found = works.find(({ endpoint }) => endpoint === report.endpoint) as Work;
  return report.view(await found.answer(ctx, parsed.data));
}
