import {
  definePart,
  IntegrationService,
  implementation,
  onOutside,
  outsideRoute,
  personRoute,
  route,
  service,
} from '@millwright/core/server';
import {
  cardEventReceived,
  cardPaymentProblems,
  checkoutClosed,
  checkoutOverdue,
  createCheckoutSession,
  payOwnInvoices,
  payPracticeCheckout,
  receiveCardEvent,
  refundCardPayment,
} from '../../../contracts/index.ts';
import { shopper } from '../../parties/customer/shopper.ts';
import { OrderPromises } from '../../sales/sales-order/status/order-promises.ts';
import { SalesOrderStatusService } from '../../sales/sales-order/status/sales-order-status.service.ts';
import { CardEvent, CheckoutSession } from './card-payment.entity.ts';
import { CardPayments, dueCheckouts } from './card-payment.service.ts';
import { cardPaymentInvariants } from './card-payment-invariants.ts';
import { PageRecording } from './card-recording.ts';
import { payableStates } from './payable/payable-states.ts';
import { CardPayment } from './provider/takes-cards.ts';

/** Payment of orders by card. */
export const cardPaymentPart = definePart({
  problems: cardPaymentProblems,
  entities: [CheckoutSession, CardEvent],
  events: [cardEventReceived, checkoutOverdue, checkoutClosed],
  services: [
    service(PageRecording, SalesOrderStatusService),
    implementation(CardPayment, CardPayments, IntegrationService, PageRecording, OrderPromises),
  ],
  routes: (services) => {
    const cards = services.get(CardPayment) as CardPayments;
    return [
      outsideRoute(createCheckoutSession, (ctx, { body }) => cards.openOrder(ctx, body)),
      outsideRoute(payOwnInvoices, (ctx, { body }) =>
        cards.open(ctx, async (inner) => ({ customerID: shopper(inner).customerID, invoiceIDs: body.invoiceIDs }), {
          amount: body.total,
        }),
      ),
      route(payPracticeCheckout, (ctx, { params, body }) => cards.practise(ctx, params.checkoutSessionID, body.card)),
      outsideRoute(refundCardPayment, (ctx, { params, body }) => cards.refund(ctx, params.transactionID, body.amount)),
      personRoute(
        receiveCardEvent,
        async (ctx, { params, body }) => {
          try {
            await ctx.inAccount(params.accountID, (inner) =>
              cards.receive(inner, body, ctx.header('stripe-signature')),
            );
          } catch (error) {
            // The same answer if the account does not exist, takes no cards or rejects the signature.
            if ((error as { status?: number }).status === undefined) throw error;
            throw cardPaymentProblems.webhook_refused();
          }
          return { received: true as const };
        },
        { acts: 'open', repeat: 'runs' },
      ),
    ];
  },
  subscriptions: (services) => [
    onOutside(cardEventReceived, 'commerce.follow-card-event', (ctx, { cardEventID }) =>
      (services.get(CardPayment) as CardPayments).recordCardEvent(ctx, cardEventID),
    ),
    onOutside(checkoutClosed, 'commerce.close-page-at-provider', (ctx, { checkoutSessionID }) =>
      (services.get(CardPayment) as CardPayments).expire(ctx, checkoutSessionID),
    ),
    onOutside(checkoutOverdue, 'commerce.ask-after-checkout', (ctx, { checkoutSessionID }) =>
      (services.get(CardPayment) as CardPayments).askAfter(ctx, checkoutSessionID),
    ),
  ],
  jobs: (services) => [
    {
      name: 'commerce.find-overdue-checkouts',
      cron: '*/10 * * * *',
      due: dueCheckouts,
      handle: (ctx) => (services.get(CardPayment) as CardPayments).findOverdue(ctx),
    },
  ],
  invariants: cardPaymentInvariants,
  forbids: payableStates,
  samples: [
    {
      table: 'commerce.checkout_session',
      row: (ids) => ({
        customer_id: ids('commerce.customer'),
        order_id: ids('commerce.sales_order'),
        invoice_ids: [],
        title: 'Order {label}-1',
        amount: '10.00',
        currency: 'USD',
        provider: 'practice',
        status: 'open',
        provider_session_id: 'practice_{label}',
        expires_at: new Date('2026-01-15T12:00:00Z'),
      }),
    },
    {
      table: 'commerce.card_event',
      row: { event_id: 'evt_{label}', type: 'checkout.session.completed' },
    },
  ],
});
