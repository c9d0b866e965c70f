import { type AccountContext, type ForbiddenState, type Services, sql } from '@millwright/core/server';
import { CustomerService } from '../../parties/customer/customer.service.ts';
import { ProductLineAccessService } from './product-line-access.service.ts';

interface LinedProduct {
  id: string;
  sku: string;
  lineID: string;
  line: string;
}

/** Sold products by product line. The line of the first product becomes the closed one. */
async function linedProducts(ctx: AccountContext): Promise<LinedProduct[]> {
  const { rows } = await sql<LinedProduct>`select item.id, item.sku, item.product_line_id as "lineID",
      item.product_line_name as line
    from inventory.v_items item
    where item.account_id = ${ctx.account.id} and item.type = 'product' and item.product_type = 'sale'
      and item.product_line_id is not null order by item.sku`.execute(ctx.em.query());
  return rows;
}

/** Prepares a customer who is limited to the line with the fewest products. */
async function prepare(ctx: AccountContext, services: Services) {
  const { id: customerID } = await services.get(CustomerService).create(ctx, { name: 'Limited Outfitters' });
  const byLine = Map.groupBy(await linedProducts(ctx), ({ lineID }) => lineID);
  const [open, ...closed] = [...byLine.values()].sort((one, other) => one.length - other.length);
  if (!open?.[0] || !closed.length) throw new Error('The demo has no two product lines with products');
  await services.get(ProductLineAccessService).limitCustomer(ctx, { customerID, productLineIDs: [open[0].lineID] });
  const products = closed.flat();
  const [first] = products as [LinedProduct];
  return {
    customerID,
    ids: {
      'inventory.item': products.slice(0, 2).map(({ id }) => id),
      'inventory.product_line': [first.lineID],
      'commerce.customer': [customerID],
    },
    words: { query: first.sku, sku: first.sku, skus: first.sku, text: `${first.sku} 2` },
    hidden: products.flatMap(({ id, sku, line }) => [id, sku, line]),
  };
}

/** No answer to a customer's people contains a product that is closed to the customer. */
export const closedLineShown: ForbiddenState = {
  name: 'a customer sees a product of a line that is closed to it',
  as: ['customer'],
  prepare,
  meets: { not_found: 'getProduct', accepted: 'listProducts' },
};
