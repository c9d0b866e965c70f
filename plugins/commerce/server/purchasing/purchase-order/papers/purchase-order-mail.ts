import { problems } from '@millwright/core/contracts';
import { type AccountContext, type EmailOfRecord, queueRecordEmail, sql } from '@millwright/core/server';
import type { PurchaseOrder, PurchaseOrderLine, PurchaseOrderStatus } from '../../../../contracts/index.ts';
import { purchaseOrderStates } from '../../../../contracts/index.ts';
import { snapshotLines } from '../../../document/addresses/address-text.ts';
import { statusToShow } from '../../../document/mail/status-to-show.ts';
import { documentFormats } from '../../../document/record/document-formats.ts';
import { contactsFor } from '../../../parties/contact/contact-recipients.ts';
import { purchaseOrderRecord } from '../record/purchase-order-history.ts';
import type { PurchaseOrderEmailProps } from './purchase-order-email-props.ts';

const templateOf = ({ status }: PurchaseOrder): string =>
  purchaseOrderStates.is.requested(status.code) ? 'commerce.request-for-quotation' : 'commerce.purchase-order';

/** Default recipients of mails about the order. */
const contactsOf = (ctx: AccountContext, { contacts, supplier }: PurchaseOrder): Promise<string[]> =>
  contactsFor(ctx, supplier, 'purchase_order', contacts);

/** The supplier's name of the item, followed by the account's own. */
const nameOf = ({ item, supplierPartNumber, supplierDescription }: PurchaseOrderLine) =>
  supplierPartNumber
    ? { sku: supplierPartNumber, description: `${supplierDescription ?? item.description} (our ${item.sku})` }
    : { sku: item.sku, description: supplierDescription ?? item.description };

/** Data of mails and documents; numbers and dates are formatted for the account. */
export function purchaseOrderProps(ctx: AccountContext, order: PurchaseOrder): PurchaseOrderEmailProps {
  const { money, price, quantity, day, dayOf } = documentFormats(ctx);
  const isRequest = purchaseOrderStates.is.requested(order.status.code);
  return {
    number: order.number,
    supplierName: order.supplier.name,
    isRequest,
    facts: [
      ['Date', dayOf(order.issuedAt ?? order.createdAt)],
      ['Wanted by', day(order.scheduledAt)],
      ['Payment', order.paymentTerm?.name ?? null],
      ['Your number with us', order.supplier.number],
      ['Our contact', order.createdBy.name],
      ['Note', order.supplierNote],
    ],
    lines: order.lines.map((line) => ({
      number: line.lineItemNumber,
      ...nameOf(line),
      quantity: [quantity(line.quantityOrdered), line.scheduledAt && `by ${day(line.scheduledAt)}`]
        .filter(Boolean)
        .join(', '),
      unitPrice: isRequest ? null : price(line.unitPrice),
      total: isRequest ? null : money(line.total),
    })),
    total: isRequest ? null : money(order.total),
    addresses: [
      ['Bill to', snapshotLines(order.billTo)],
      ['Ship to', snapshotLines(order.shipTo)],
    ],
  };
}

/** Notes that the order was sent to the supplier. */
async function markSent(ctx: AccountContext, order: PurchaseOrder): Promise<void> {
  if (order.emailSent) return;
  await sql`update commerce.purchase_order set email_sent = true, updated_at = ${ctx.clock.now()}, version = version + 1
    where account_id = ${ctx.account.id} and id = ${order.id}`.execute(ctx.em.query());
}

/** The order as it would be with another status, for the preview of a mail. */
const withStatus = (ctx: AccountContext, order: PurchaseOrder, code: PurchaseOrderStatus): PurchaseOrder => ({
  ...order,
  status: { code, name: purchaseOrderStates.names[code] },
  issuedAt: order.issuedAt ?? ctx.clock.now().toISOString(),
});

/** The mail of an order for `email-record`. The order counts as sent once its mail is queued. */
export async function purchaseOrderEmail(
  ctx: AccountContext,
  found: PurchaseOrder,
  recipients?: readonly string[],
  status?: string,
): Promise<EmailOfRecord> {
  const order = status === undefined ? found : withStatus(ctx, found, statusToShow(purchaseOrderStates.code, status));
  return {
    to: recipients?.length ? [...recipients] : await contactsOf(ctx, order),
    template: templateOf(order),
    props: { ...purchaseOrderProps(ctx, order) },
    async beforeQueued() {
      await markSent(ctx, order);
      return {};
    },
  };
}

/**
 * Queues the mail of an order, with files of it; a job sends it after the commit.
 * @throws Problem 400 without a recipient
 */
export async function mailPurchaseOrder(
  ctx: AccountContext,
  order: PurchaseOrder,
  recipients?: readonly string[],
  fileIDs?: readonly string[],
): Promise<void> {
  const mail = await purchaseOrderEmail(ctx, order, recipients);
  if (!mail.to.length)
    throw problems.invalid_input({
      errors: [{ path: 'sendEmail', message: 'Neither the order nor its supplier has an email address' }],
    });
  await queueRecordEmail(ctx, mail, { record: purchaseOrderRecord(order.id), fileIDs });
}
