import { problems } from '@millwright/core/contracts';
import { type AccountContext, queueEmail, sql } from '@millwright/core/server';
import type { SalesOrder } from '../../../contracts/index.ts';
import { addressLines } from '../../document/address-text.ts';
import { documentFormats } from '../../document/document-formats.ts';
import type { OrderEmailProps } from '../emails/order-email-props.ts';
import { orderRecord } from './sales-order-history.ts';

/** An order that is issued is confirmed; any other is sent as what it is. */
const templateOf = ({ status }: SalesOrder): string =>
  status.code === 'issued' ? 'commerce.order-confirmation' : 'commerce.order';

/** Who gets mails about the order where nobody else is named. */
export const orderContacts = (order: SalesOrder): string[] =>
  order.acknowledgementEmailContacts.length
    ? order.acknowledgementEmailContacts
    : order.customer.email
      ? [order.customer.email]
      : [];

/** What the templates show; numbers and dates as the account writes them. */
export function orderEmailProps(ctx: AccountContext, order: SalesOrder): OrderEmailProps {
  const { money, price, quantity, day, dayOf } = documentFormats(ctx);
  return {
    number: order.number,
    customerPO: order.customerPO,
    customerName: order.customer.name,
    statusCode: order.status.code,
    statusName: order.status.name,
    orderedOn: dayOf(order.issuedAt ?? order.createdAt),
    promisedFor: day(order.promisedAt),
    validUntil: day(order.expiredAt),
    paymentTerm: order.paymentTerm?.name ?? null,
    shippingTerm: order.shippingTerm?.name ?? null,
    carrier: [order.carrier?.name, order.carrierOption?.name].filter(Boolean).join(', ') || null,
    salesRep: order.salesRep?.name ?? null,
    note: order.customerNote,
    billTo: addressLines(order.billTo),
    shipTo: addressLines(order.shipTo),
    lines: order.lines.map((line) => ({
      number: line.lineItemNumber,
      sku: line.product.sku,
      description: line.product.description,
      quantity: quantity(line.quantityOrdered),
      unitPrice: price(line.unitPrice),
      total: money(line.total),
    })),
    subtotal: money(order.subtotal),
    discount:
      order.discount > 0 ? { name: order.orderDiscount?.name ?? 'Discount', amount: money(-order.discount) } : null,
    total: money(order.total),
  };
}

/** Notes that the customer has been sent its confirmation. */
async function markAcknowledged(ctx: AccountContext, order: SalesOrder): Promise<void> {
  if (order.isAcknowledgmentSent || order.status.code !== 'issued') return;
  await sql`update commerce.sales_order set is_acknowledgment_sent = true, updated_at = ${ctx.clock.now()}, version = version + 1
    where account_id = ${ctx.account.id} and id = ${order.id}`.execute(ctx.em.query());
}

/**
 * The mail of an order for `email-record`; marks an issued order as acknowledged, in the transaction that queues the
 * mail.
 */
export async function orderEmail(ctx: AccountContext, order: SalesOrder) {
  const to = orderContacts(order);
  if (to.length) await markAcknowledged(ctx, order);
  return { to, template: templateOf(order), props: { ...orderEmailProps(ctx, order) } };
}

/** Queues the mail of an order; a job sends it after the commit. @throws Problem 400 where nobody is there to get it */
export async function mailOrder(ctx: AccountContext, order: SalesOrder, recipients?: readonly string[]): Promise<void> {
  const to = recipients?.length ? recipients : orderContacts(order);
  if (!to.length)
    throw problems.invalid_input({
      errors: [{ path: 'sendEmail', message: 'Neither the order nor its customer has an email address' }],
    });
  const props = { ...orderEmailProps(ctx, order) };
  await queueEmail(ctx, { template: templateOf(order), to, props, record: orderRecord(order.id) });
  await markAcknowledged(ctx, order);
}
