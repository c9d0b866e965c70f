import {
  type AccountContext,
  type NamedRule,
  type Route,
  spendQuietlyInAccount,
  widgetRoute,
} from '@millwright/core/server';
import { findOrderStatus, mailOrderDetails } from '../../../contracts/index.ts';
import { mailDetails } from '../sales-order/record/sales-order-mail.ts';
import { countedNumber, mailLimits, numberLimits } from './number-limits.ts';
import { orderOfNumber, orderStatusOf } from './order-status.queries.ts';

const customers = 'An order is found by its number before anybody knows whose it is';

/** Limit of emails about one number, counted for all visitors together. */
const mailsOfNumber: NamedRule = { name: 'number.mailed', of: 'named', points: 3, seconds: 86_400 };

/**
 * Sends the email and always answers the same message, even if the order does not exist or the email limit is reached.
 */
async function mailToRecord(ctx: AccountContext, number: string): Promise<{ message: string }> {
  const mayMail = await spendQuietlyInAccount(ctx, mailsOfNumber, ctx.account.id, countedNumber(number));
  const order = mayMail ? await orderOfNumber(ctx, number) : undefined;
  if (order) await mailDetails(ctx, order);
  return { message: 'If there is such an order, its details are on their way to the addresses that stand on it.' };
}

/** Routes of the widget `order-status`. */
export const orderStatusRoutes = (): Route[] => [
  widgetRoute(findOrderStatus, (ctx, { body }, visitor) => orderStatusOf(ctx, body, visitor), {
    customers,
    repeat: 'runs',
    limits: ({ body }, { network }) => numberLimits(body.number, network),
  }),
  widgetRoute(mailOrderDetails, (ctx, { body }) => mailToRecord(ctx, body.number), {
    customers,
    repeat: 'runs',
    limits: (_, { network }) => mailLimits(network),
  }),
];
