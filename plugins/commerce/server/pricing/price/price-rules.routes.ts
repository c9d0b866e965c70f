import { problems } from '@millwright/core/contracts';
import { type Route, route } from '@millwright/core/server';
import { findPriceRules } from '../../../contracts/index.ts';
import { todayOf } from '../../sales/sales-order/sales-order.queries.ts';
import { priceRulesOf } from './price-rules.queries.ts';

export const priceRuleRoutes = (): Route[] => [
  route(findPriceRules, async (ctx, { body: { customerID, productIDs } }) => {
    if (ctx.customerID !== undefined) throw problems.forbidden();
    const on = todayOf(ctx);
    const rules = (await priceRulesOf(ctx, [customerID], productIDs, on)).get(customerID);
    if (!rules)
      throw problems.invalid_input({ errors: [{ path: 'customerID', message: 'There is no such customer' }] });
    return { ...rules, on };
  }),
];
