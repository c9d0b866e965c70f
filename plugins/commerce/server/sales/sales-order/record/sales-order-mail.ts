import { type Big, documentLinkDays, problems, toWire } from '@millwright/core/contracts';
import {
  type AccountContext,
  addressesThatWant,
  type EmailOfRecord,
  queueEmail,
  queueRecordEmail,
  refuseMailAgain,
  sql,
} from '@millwright/core/server';
import type { SalesOrder, SalesOrderStatus } from '../../../../contracts/index.ts';
import { salesOrderStates } from '../../../../contracts/index.ts';
import { snapshotLines } from '../../../document/addresses/address-text.ts';
import { documentLinkURL, newDocumentLink } from '../../../document/document-link/new-document-link.ts';
import { statusToShow } from '../../../document/mail/status-to-show.ts';
import { documentFormats } from '../../../document/record/document-formats.ts';
import { contactsFor } from '../../../parties/contact/contact-recipients.ts';
import type { OrderEmailProps } from '../../emails/order-email-props.ts';
import { salesOrderRecord } from './sales-order-history.ts';

/** A notification that people of customers can choose. */
export const orderConfirmed = {
  code: 'own_order_confirmed',
  name: 'Order confirmations',
  description: 'A mail when an order of yours has been taken.',
  for: 'customers',
} as const;

/** An issued order gets a confirmation, any other order its current state. */
const templateOf = ({ status }: SalesOrder): string =>
  salesOrderStates.is.open(status.code) ? 'commerce.order-confirmation' : 'commerce.order';

/** Recipients of emails about the order, unless the request names others. */
export const orderContacts = (ctx: AccountContext, order: SalesOrder): Promise<string[]> =>
  contactsFor(ctx, order.customer, 'order', order.acknowledgementEmailContacts);

/** Content for the email templates. Numbers and dates are texts in the account's format. */
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
    billTo: snapshotLines(order.billTo),
    shipTo: snapshotLines(order.shipTo),
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

/** Marks the order as confirmed to its customer. */
async function markAcknowledged(ctx: AccountContext, order: SalesOrder): Promise<void> {
  if (order.isAcknowledgmentSent || !salesOrderStates.is.open(order.status.code)) return;
  await sql`update commerce.sales_order
    set is_acknowledgment_sent = true, updated_at = ${ctx.clock.now()}, version = version + 1
    where account_id = ${ctx.account.id} and id = ${order.id}`.execute(ctx.em.query());
}

/** The order as it would be with another status, for the preview of a mail. */
const withStatus = (ctx: AccountContext, order: SalesOrder, code: SalesOrderStatus): SalesOrder => ({
  ...order,
  status: { code, name: salesOrderStates.names[code] },
  issuedAt: order.issuedAt ?? ctx.clock.now().toISOString(),
});

/** The mail of an order to these addresses. An estimate has a link that opens it for the recipients. */
function mailOf(ctx: AccountContext, order: SalesOrder, to: string[]): EmailOfRecord {
  const props = { ...orderEmailProps(ctx, order) };
  if (!salesOrderStates.is.estimated(order.status.code))
    return {
      to,
      template: templateOf(order),
      props,
      isConfidential: false,
      async beforeQueued() {
        await markAcknowledged(ctx, order);
        return {};
      },
    };
  return {
    to,
    template: templateOf(order),
    props: { ...props, link: documentLinkURL(ctx), linkDays: documentLinkDays },
    isConfidential: true,
    async beforeQueued() {
      const about = { customerID: order.customer.id, orderID: order.id, sentTo: to.join(', ') };
      return { link: await newDocumentLink(ctx, about) };
    },
  };
}

/**
 * Sends the link to pay the order by card.
 * @throws Problem 409 `confirmation_required` before the same email is sent again
 */
export async function mailPayLink(ctx: AccountContext, order: SalesOrder, due: Big, to: readonly string[]) {
  const record = salesOrderRecord(order.id);
  await refuseMailAgain(ctx, { record, template: 'commerce.pay-link', to });
  const link = await newDocumentLink(ctx, { customerID: order.customer.id, orderID: order.id, sentTo: to.join(', ') });
  const { money } = documentFormats(ctx);
  return queueEmail(ctx, {
    template: 'commerce.pay-link',
    to,
    props: { ...orderEmailProps(ctx, order), due: money(toWire(due)), link, linkDays: documentLinkDays },
    record,
    isConfidential: true,
  });
}

/** Sends the order to the email addresses on it. Used for a visitor who only knows the order number. */
export async function mailDetails(ctx: AccountContext, order: SalesOrder): Promise<void> {
  const to = await orderContacts(ctx, order);
  if (!to.length) return;
  const props = { ...orderEmailProps(ctx, order) };
  await queueEmail(ctx, { template: templateOf(order), to, props, record: salesOrderRecord(order.id) });
}

/** The email of an order for `email-record`. An issued order counts as acknowledged once its mail is queued. */
export async function salesOrderEmail(
  ctx: AccountContext,
  found: SalesOrder,
  recipients?: readonly string[],
  status?: string,
): Promise<EmailOfRecord> {
  const order = status === undefined ? found : withStatus(ctx, found, statusToShow(salesOrderStates.code, status));
  return mailOf(ctx, order, recipients?.length ? [...recipients] : await orderContacts(ctx, order));
}

/**
 * Queues the email of an order, with files of it. A job sends it after the commit.
 * @throws Problem 400 without a recipient
 */
export async function mailSalesOrder(
  ctx: AccountContext,
  order: SalesOrder,
  recipients?: readonly string[],
  fileIDs?: readonly string[],
): Promise<void> {
  const known = recipients?.length ? recipients : await orderContacts(ctx, order);
  const isConfirmation = salesOrderStates.is.open(order.status.code) && !recipients?.length;
  const to = isConfirmation ? await addressesThatWant(ctx, orderConfirmed.code, known) : known;
  if (known.length && !to.length) return;
  if (!to.length)
    throw problems.invalid_input({
      errors: [{ path: 'sendEmail', message: 'Neither the order nor its customer has an email address' }],
    });
  await queueRecordEmail(ctx, mailOf(ctx, order, [...to]), { record: salesOrderRecord(order.id), fileIDs });
}
