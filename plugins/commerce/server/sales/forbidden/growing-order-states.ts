import type { AccountContext, ForbiddenState, PreparedState, Services } from '@millwright/core/server';
import { CustomerService } from '../../parties/customer/customer.service.ts';
import { salesOrderIs } from '../../states/states.ts';
import { type SoldItem, soldItem, stateCustomer, stateOrder } from './state-order.ts';

/** Quantity, total and number of the customer's issued orders. */
const issuedOf = ({ customerID }: PreparedState): string => `select
    (select coalesce(sum(line.base_quantity), 0) from commerce.sales_order_line line
      join commerce.sales_order own on own.account_id = line.account_id and own.id = line.order_id
      where own.account_id = current_setting('app.account_id') and own.customer_id = '${customerID}'
        and own.deleted_at is null and ${salesOrderIs.open('own.status')}) as wanted,
    (select coalesce(sum(total), 0) from commerce.sales_order
      where account_id = current_setting('app.account_id') and customer_id = '${customerID}'
        and deleted_at is null and ${salesOrderIs.open('status')}) as total,
    (select count(*) from commerce.sales_order
      where account_id = current_setting('app.account_id') and customer_id = '${customerID}'
        and deleted_at is null and ${salesOrderIs.open('status')}) as orders`;

async function preparedOf(
  ctx: AccountContext,
  customerID: string,
  orderIDs: string[],
  which: SoldItem = {},
): Promise<PreparedState> {
  const item = await soldItem(ctx, which);
  return {
    customerID,
    ids: {
      'commerce.sales_order': orderIDs,
      'commerce.customer': [customerID],
      'inventory.item': [item.id],
    },
    words: { quantityOrdered: 5, unitPrice: 90, statusChange: 'issued', status: 'issued' },
  };
}

/** Issues an order by SQL, without any check. */
export const issuedPast = (orderID = ''): string => `update commerce.sales_order own
  set issued_at = other.issued_at, status = other.status from commerce.sales_order other
  where own.account_id = current_setting('app.account_id') and own.id = '${orderID}'
    and other.account_id = own.account_id and other.id = (select min(issued.id) from commerce.sales_order issued
      where issued.account_id = own.account_id and ${salesOrderIs.open('issued.status')})`;

/** Nobody issues or enlarges an order for a customer on hold. */
export const heldOrderGrows: ForbiddenState = {
  name: 'orders of a customer on hold grow',
  async prepare(ctx: AccountContext, services: Services) {
    const customerID = await stateCustomer(ctx, services, 'Held Outfitters');
    const { id: issuedID } = await stateOrder(ctx, services, customerID, 'issued');
    const { id: estimateID } = await stateOrder(ctx, services, customerID, 'estimate');
    await services.get(CustomerService).update(ctx, customerID, { status: 'hold_all' });
    return preparedOf(ctx, customerID, [issuedID, estimateID]);
  },
  measure: issuedOf,
  past: ({ ids }) => `update commerce.sales_order set total = total + 1
    where account_id = current_setting('app.account_id') and id = '${ids['commerce.sales_order']?.[0]}'`,
  meets: { customer_on_hold: 'changeSalesOrderStatus', accepted: 'updateSalesOrder' },
};

/** Customers whose terms are payment before delivery cannot issue an unpaid order themselves. */
export const unpaidOrderGrows: ForbiddenState = {
  name: 'a customer on prepaid terms issues what is not paid',
  as: ['customer'],
  async prepare(ctx: AccountContext, services: Services) {
    const customerID = await stateCustomer(ctx, services, 'Prepaid Outfitters', 'prepaid');
    const { id, offerVersion } = await stateOrder(ctx, services, customerID, 'estimate');
    const { markOffered } = await import('../../document/offer/offers.ts');
    await markOffered(ctx, [id]);
    const prepared = await preparedOf(ctx, customerID, [id]);
    return { ...prepared, words: { ...prepared.words, offerVersion: offerVersion + 1, answer: 'accept' } };
  },
  measure: issuedOf,
  past: ({ ids }) => issuedPast(ids['commerce.sales_order']?.[0]),
  meets: { payment_first: 'answerEstimate' },
};

/** Customers issue no order of a product that is not sold any more. */
export const endedProductOrdered: ForbiddenState = {
  name: 'a customer orders what is not sold any more',
  as: ['customer'],
  async prepare(ctx: AccountContext, services: Services) {
    const customerID = await stateCustomer(ctx, services, 'Late Outfitters');
    const { id, offerVersion } = await stateOrder(ctx, services, customerID, 'estimate', { isEnded: true });
    const { markOffered } = await import('../../document/offer/offers.ts');
    await markOffered(ctx, [id]);
    const prepared = await preparedOf(ctx, customerID, [id], { isEnded: true });
    return { ...prepared, words: { ...prepared.words, offerVersion: offerVersion + 1, answer: 'accept' } };
  },
  measure: issuedOf,
  past: ({ ids }) => issuedPast(ids['commerce.sales_order']?.[0]),
  meets: { product_ended: 'answerEstimate' },
};
