import { problems } from '@millwright/core/contracts';
import { type Route, route, sql, todayOf } from '@millwright/core/server';
import { findPriceRules } from '../../../contracts/index.ts';
import { priceRulesOf } from './price-rules.queries.ts';

export const priceRuleRoutes = (): Route[] => [
  route(findPriceRules, async (ctx, { body: { customerID, productIDs } }) => {
    const { rows: known } = await sql<{ id: string }>`select id from inventory.v_items
      where account_id = ${ctx.account.id} and type = 'product' and id = any(${productIDs}::text[])`.execute(
      ctx.em.query(),
    );
    const ids = new Set(known.map(({ id }) => id));
    const errors = productIDs.flatMap((id, index) =>
      ids.has(id) ? [] : [{ path: `productIDs.${index}`, message: 'There is no such product' }],
    );
    if (errors.length) throw problems.invalid_input({ errors });
    const on = todayOf(ctx);
    const rules = (await priceRulesOf(ctx, [customerID], productIDs, on)).get(customerID);
    if (!rules)
      throw problems.invalid_input({ errors: [{ path: 'customerID', message: 'There is no such customer' }] });
    return { ...rules, on };
  }),
];
