import { newID } from '@millwright/core/contracts';
import type { AccountContext, ForbiddenState, PreparedState, Services } from '@millwright/core/server';
import { salesOrderLinePatch } from '../../../contracts/index.ts';
import { markOffered } from '../../document/offer/offers.ts';
import { salesOrderIs } from '../../states/states.ts';
import { SalesOrderLineService } from '../sales-order/lines/sales-order-line.service.ts';
import { salesOrderByID } from '../sales-order/sales-order.queries.ts';
import { issuedPast } from './growing-order-states.ts';
import { soldItem, stateCustomer, stateOrder } from './state-order.ts';

interface OfferedOrder extends PreparedState {
  /** The total that the customer has seen. */
  total: number;
}

/** An estimate that was offered at a list price which has changed since. */
async function offered(ctx: AccountContext, services: Services): Promise<OfferedOrder> {
  const customerID = await stateCustomer(ctx, services, 'Offered Outfitters');
  const { id, lines } = await stateOrder(ctx, services, customerID, 'estimate', { unitPrice: null });
  await markOffered(ctx, [id]);
  const item = await soldItem(ctx);
  const now = ctx.clock.now();
  await ctx.em.insert('commerce.account_price', [
    {
      id: newID('apr'),
      customer_id: customerID,
      item_id: item.id,
      unit_value: '777',
      unit_id: item.unitID,
      version: 1,
      created_at: now,
      updated_at: now,
    },
  ]);
  const { offerVersion, total } = await salesOrderByID(ctx, id);
  return {
    customerID,
    total,
    ids: {
      'commerce.sales_order': [id],
      'commerce.customer': [customerID],
      'commerce.sales_order_line': lines.map((line) => line.id),
      'inventory.item': [item.id],
    },
    words: { answer: 'accept', statusChange: 'issued' },
    said: { offerVersion },
  };
}

/** The same estimate after staff have changed a price. */
async function changedSince(ctx: AccountContext, services: Services): Promise<OfferedOrder> {
  const prepared = await offered(ctx, services);
  const [lineID] = prepared.ids['commerce.sales_order_line'] ?? [];
  await services
    .get(SalesOrderLineService)
    .update(ctx, orderOf(prepared), lineID ?? '', salesOrderLinePatch.parse({ unitPrice: 60 }));
  return prepared;
}

const orderOf = ({ ids }: PreparedState): string => ids['commerce.sales_order']?.[0] ?? '';

/** Nobody accepts an offer in the customer's name in a version that the customer has not seen. */
export const unseenOfferTaken: ForbiddenState = {
  name: 'a customer accepts an offer that it has not seen',
  as: ['customer'],
  prepare: changedSince,
  measure: (prepared) => `select count(*) as accepted from commerce.sales_order
    where account_id = current_setting('app.account_id') and id = '${orderOf(prepared)}'
      and ${salesOrderIs.open('status')}`,
  past: (prepared) => issuedPast(orderOf(prepared)),
  meets: { estimate_changed: 'answerEstimate' },
};

/** The prices of an offer stay when list prices change. A different price makes a new version of the offer. */
export const offeredPriceMoves: ForbiddenState = {
  name: 'an offer comes to something else under the version that its customer has seen',
  as: ['admin'],
  prepare: offered,
  measure: (prepared) => `select count(*) as moved from commerce.sales_order own
    where own.account_id = current_setting('app.account_id') and own.id = '${orderOf(prepared)}'
      and own.offer_version = ${prepared.said?.['offerVersion']} and own.total <> ${(prepared as OfferedOrder).total}`,
  past: (prepared) => `update commerce.sales_order set total = total + 1
    where account_id = current_setting('app.account_id') and id = '${orderOf(prepared)}'`,
  meets: { accepted: 'updateSalesOrder' },
};
