import { definePart, route, service } from '@millwright/core/server';
import { StockPort } from '@millwright/inventory/contracts';
import {
  getPurchaseSuggestions,
  orderSuggestions,
  purchaseSuggestionProblems,
  purchaseSuggestionScreens,
} from '../../../contracts/index.ts';
import { PurchaseOrderService } from '../purchase-order/purchase-order.service.ts';
import { OrderSuggestions } from './order-suggestions.ts';
import { findPurchaseSuggestions } from './purchase-suggestion.queries.ts';

/** Purchase suggestions. Listed before purchase orders, because its fixed paths would match their path parameters. */
export const suggestionPart = definePart({
  problems: purchaseSuggestionProblems,
  screens: purchaseSuggestionScreens,
  consumes: { required: [StockPort] },
  services: [service(OrderSuggestions, PurchaseOrderService, StockPort)],
  routes: (services) => [
    route(getPurchaseSuggestions, (ctx, { query }) => findPurchaseSuggestions(ctx, query)),
    route(orderSuggestions, async (ctx, { body }) => {
      const { orders, changeSetID } = await services.get(OrderSuggestions).order(ctx, body);
      return {
        changeSetID,
        orders: orders.map(({ id, number, supplier, lineCount, total }) => ({
          id,
          number,
          supplier: { id: supplier.id, number: supplier.number, name: supplier.name },
          lineCount,
          total,
        })),
      };
    }),
  ],
  changeSets: (services) => [services.get(OrderSuggestions).work],
});
