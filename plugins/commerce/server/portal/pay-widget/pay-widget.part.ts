import { definePart, widgetRoute } from '@millwright/core/server';
import {
  cardPaymentProblems,
  findPayables,
  openPayable,
  openPaymentInWidget,
  payWidgetProblems,
  payWidgets,
} from '../../../contracts/index.ts';
import { CardPayment } from '../../billing/card-payment/provider/takes-cards.ts';
import { newDocumentLink } from '../../document/document-link/new-document-link.ts';
import { mayBePaid } from '../../document/payable/payable.ts';
import { shopper } from '../../parties/customer/shopper.ts';
import { numberLimits } from '../../sales/order-status/number-limits.ts';
import { salesOrderByID } from '../../sales/sales-order/sales-order.queries.ts';
import { payablePage, payablesOf } from './payables.ts';

const customers = 'What is to be paid is found by its number before anybody knows whose it is';

const guesses = ({ body }: { body: { number: string } }, { network }: { network: string }) =>
  numberLimits(body.number, network);

/** Widget for payments on other websites. The payment page itself is always on this installation. */
export const payWidgetPart = definePart({
  problems: payWidgetProblems,
  widgets: payWidgets,
  routes: (services) => {
    const cards = services.get(CardPayment);
    return [
      widgetRoute(
        findPayables,
        (ctx, { body }, { isNamedLimitReached }) => payablesOf(ctx, cards, { ...body, isNamedLimitReached }),
        {
          customers,
          repeat: 'runs',
          limits: guesses,
        },
      ),
      widgetRoute(
        openPayable,
        (ctx, { body }, { origin, isNamedLimitReached }) =>
          payablePage(ctx, cards, { ...body, origin, isNamedLimitReached }),
        // The address is a secret. A second request creates another one.
        { customers, repeat: 'runs', limits: guesses },
      ),
      widgetRoute(
        openPaymentInWidget,
        async (ctx, { params }) => {
          ctx.require('customer_portal:create');
          const { customerID } = shopper(ctx);
          const order = await salesOrderByID(ctx, params.orderID);
          if (!(await cards.isOffered(ctx))) throw cardPaymentProblems.cards_not_taken();
          await mayBePaid(ctx, { orderID: order.id });
          const sentTo = ctx.actor.email ?? ctx.actor.name;
          return { url: await newDocumentLink(ctx, { customerID, sentTo, orderID: order.id }) };
        },
        { repeat: 'runs' },
      ),
    ];
  },
});
