import { newID } from '@millwright/core/contracts';
import type { AccountContext, ForbiddenState, PreparedState, Services } from '@millwright/core/server';
import { markOffered } from '../../../document/offer/offers.ts';
import { stateCustomer, stateOrder } from '../../../sales/forbidden/state-order.ts';
import { SalesOrderService } from '../../../sales/sales-order/sales-order.service.ts';
import { SalesOrderStatusService } from '../../../sales/sales-order/status/sales-order-status.service.ts';
import { checkoutIs } from '../../../states/states.ts';
import type { CardPayments } from '../card-payment.service.ts';
import { CardPayment } from '../provider/takes-cards.ts';

/** Pages on which somebody could pay now, for any of what the state is about. */
const livePages = ({ ids }: PreparedState): string => {
  const listed = (table: string): string => `array[${(ids[table] ?? []).map((id) => `'${id}'`).join()}]::text[]`;
  return `select count(*) as pages from commerce.checkout_session page
    where page.account_id = current_setting('app.account_id') and ${checkoutIs.live('page.status')}
      and (page.order_id = any(${listed('commerce.sales_order')})
        or page.invoice_ids && ${listed('commerce.invoice')})`;
};

/** A page that is opened beside all rules. */
const openedPast = ({ ids, customerID }: PreparedState): string => {
  const [orderID, invoiceID] = [ids['commerce.sales_order']?.[0], ids['commerce.invoice']?.[0]];
  return `insert into commerce.checkout_session (account_id, id, customer_id, order_id, invoice_ids, title, amount,
      currency, provider, status, expires_at, refunded, version, created_at, updated_at)
    values (current_setting('app.account_id'), '${newID('cks')}', '${customerID}',
      ${orderID === undefined ? 'null' : `'${orderID}'`},
      array[${invoiceID === undefined ? '' : `'${invoiceID}'`}]::text[],
      'Order', 1, 'USD', 'practice', 'open', now(), 0, 1, now(), now())`;
};

type Unpayable = Pick<ForbiddenState, 'name' | 'meets' | 'prepare'>;
/** A state in which no page may ask for money, for orders and invoices. */
export const unpayable = (state: Unpayable): ForbiddenState => ({ ...state, measure: livePages, past: openedPast });

const ofOrder = (customerID: string, orderID: string): PreparedState => ({
  customerID,
  ids: { 'commerce.sales_order': [orderID], 'commerce.customer': [customerID] },
  words: { customerEmail: 'payer@states.test' },
  said: { orderNumber: null, orderTotal: null, customerPO: null },
});

async function expired(ctx: AccountContext, services: Services): Promise<PreparedState> {
  const customerID = await stateCustomer(ctx, services, 'Late Outfitters');
  const { id } = await stateOrder(ctx, services, customerID, 'estimate');
  await services.get(SalesOrderService).update(ctx, id, { expiredAt: '2020-01-31' });
  await markOffered(ctx, [id]);
  return ofOrder(customerID, id);
}

async function closedShort(ctx: AccountContext, services: Services): Promise<PreparedState> {
  const customerID = await stateCustomer(ctx, services, 'Short Outfitters');
  const { id } = await stateOrder(ctx, services, customerID, 'issued');
  await services.get(SalesOrderStatusService).change(ctx, id, { statusChange: 'closed_short' });
  return ofOrder(customerID, id);
}

/** An order whose page is open, and one more would be the second. */
async function paged(ctx: AccountContext, services: Services): Promise<PreparedState> {
  const customerID = await stateCustomer(ctx, services, 'Twice Outfitters');
  const { id } = await stateOrder(ctx, services, customerID, 'issued');
  const { clock, baseURL } = ctx;
  const cards = services.get(CardPayment) as CardPayments;
  await cards.openOrder({ clock, baseURL, inTransaction: (work) => work(ctx) }, { orderID: id });
  return ofOrder(customerID, id);
}

/** Nobody is asked for money that is not owed, or twice for what is. */
export const payableStates: readonly ForbiddenState[] = [
  unpayable({
    name: 'a page asks for an estimate that has expired',
    prepare: expired,
    meets: { estimate_expired: 'mailCheckout' },
  }),
  unpayable({
    name: 'a page asks for an order that was closed short',
    prepare: closedShort,
    meets: { order_closed: 'mailCheckout' },
  }),
  unpayable({
    name: 'two pages ask for one order',
    prepare: paged,
    meets: { accepted: 'mailCheckout' },
  }),
];
