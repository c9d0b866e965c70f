import { decimal, type LinkedDocument, sumOf, toWire, zero } from '@millwright/core/contracts';
import { type AccountContext, hashToken, publicProfile, sharedFilesOf, sql } from '@millwright/core/server';
import type { CardPayment } from '../../billing/card-payment/provider/takes-cards.ts';
import type { DocumentLinkKind } from '../../document/document-link/document-link.entity.ts';
import { amountToPay, owingInvoicesOf, type PayableReference } from '../../document/payable/payable.ts';
import { salesOrderByID } from '../../sales/sales-order/sales-order.queries.ts';
import { ownOrderOf } from '../own-order/own-order.queries.ts';
import { asCustomerOf } from '../storefront/portal-context.ts';

/** A valid link. */
export interface LiveLink {
  customerID: string;
  orderID: string | null;
  invoiceIDs: string[];
  kind: DocumentLinkKind;
  sentTo: string;
}

/** The link of a token. Undefined for an unknown or expired one, and if its order was deleted. */
export async function linkOf(ctx: AccountContext, token: string): Promise<LiveLink | undefined> {
  const { rows } = await sql<LiveLink>`select link.customer_id as "customerID", link.order_id as "orderID",
      link.invoice_ids as "invoiceIDs", link.kind, link.sent_to as "sentTo"
    from commerce.document_link link
    where link.account_id = ${ctx.account.id} and link.token_hash = ${hashToken(token)}
      and link.expires_at > ${ctx.clock.now()}
      and (link.order_id is null or exists (select from commerce.sales_order sold
        where sold.account_id = link.account_id and sold.id = link.order_id
          and sold.customer_id = link.customer_id and sold.deleted_at is null))`.execute(ctx.em.query());
  return rows[0];
}

interface LinkedInvoice {
  number: string;
  date: string;
  dueAt: string;
  total: string;
  open: string;
}

const invoicesOf = async (ctx: AccountContext, link: LiveLink): Promise<LinkedInvoice[]> =>
  (
    await sql<LinkedInvoice>`select number, dated_on::text as date, due_on::text as "dueAt", total::text as total,
        (total - allocated)::text as open from commerce.invoice
      where account_id = ${ctx.account.id} and customer_id = ${link.customerID} and voided_on is null
        and (order_id = ${link.orderID} or id = any(${link.invoiceIDs}::text[]))
      order by dated_on, number_key`.execute(ctx.em.query())
  ).rows;

/** The records whose shared files the holder of the link gets; none for whoever only pays. */
export const filedRecordsOf = ({ kind, orderID, invoiceIDs }: LiveLink): { type: string; id: string }[] =>
  kind === 'pay'
    ? []
    : orderID
      ? [{ type: 'sales_order', id: orderID }]
      : invoiceIDs.map((id) => ({ type: 'invoice', id }));

/** The document of the link, as its customer sees it. */
export async function findLinkedDocument(
  system: AccountContext,
  cards: CardPayment,
  link: LiveLink,
): Promise<LinkedDocument> {
  const document = await wholeDocument(system, cards, link);
  return link.kind === 'pay' ? forPaying(document) : document;
}

/** The part of a document for a person who only pays it, without the customer and the contents. */
const forPaying = (document: LinkedDocument): LinkedDocument => ({
  ...document,
  kind: 'pay',
  customerName: '',
  stage: null,
  customerPO: null,
  note: null,
  validUntil: null,
  discount: null,
  lines: [],
  invoices: [],
  files: [],
  dueAt: document.kind === 'invoices' ? (document.invoices[0]?.dueAt ?? null) : null,
  total: document.due,
  canAnswer: false,
  canAccept: false,
});

async function wholeDocument(system: AccountContext, cards: CardPayment, link: LiveLink): Promise<LinkedDocument> {
  const { name, slug, logoUrl, accentColor, email } = await publicProfile(system, undefined);
  const ctx = await asCustomerOf(system, link.customerID);
  const invoices = await invoicesOf(ctx, link);
  const isOffered = await cards.isOffered(ctx);
  const shared = {
    account: { name, slug, logoUrl, accentColor, email },
    currency: ctx.account.currency,
    files: (await sharedFilesOf(ctx, filedRecordsOf(link))).map(({ id, name, contentType, size }) => ({
      id,
      name,
      contentType,
      size,
    })),
    dueAt: null,
    invoices: invoices.map(({ total, open, ...rest }) => ({
      ...rest,
      total: toWire(decimal(total)),
      open: toWire(decimal(open)),
    })),
  };
  if (!link.orderID) {
    const due = await amountToPay(ctx, await payableOf(ctx, link));
    const { rows } = await sql<{ name: string }>`select name from commerce.customer
      where account_id = ${ctx.account.id} and id = ${link.customerID}`.execute(ctx.em.query());
    const [first] = invoices;
    return {
      ...shared,
      kind: 'invoices',
      customerName: rows[0]?.name ?? '',
      title: invoices.length > 1 ? `${invoices.length} invoices` : `Invoice ${first?.number ?? ''}`,
      stage: null,
      customerPO: null,
      note: null,
      validUntil: null,
      discount: null,
      lines: [],
      total: toWire(sumOf(invoices.map(({ total }) => total))),
      due: toWire(due),
      canAnswer: false,
      canAccept: false,
      offerVersion: 0,
      canPay: isOffered && due.gt(zero),
    };
  }
  const order = await salesOrderByID(ctx, link.orderID);
  const ownOrder = await ownOrderOf(ctx, cards, order);
  const due = await amountToPay(ctx, { orderID: order.id });
  const isEstimate = order.issuedAt === null;
  return {
    ...shared,
    kind: isEstimate ? 'estimate' : 'order',
    customerName: order.customer.name,
    title: `${isEstimate ? 'Estimate' : 'Order'} ${ownOrder.number}`,
    stage: ownOrder.stage.name,
    customerPO: ownOrder.customerPO,
    note: ownOrder.note,
    validUntil: ownOrder.validUntil,
    discount: ownOrder.discount,
    lines: ownOrder.lines.map(({ sku, description, quantity, unit, unitPrice, total }) => ({
      sku,
      description,
      quantity,
      unit,
      unitPrice,
      total,
    })),
    total: ownOrder.total,
    due: toWire(due),
    canAnswer: ownOrder.canAnswer,
    canAccept: ownOrder.canAccept,
    offerVersion: ownOrder.offerVersion,
    canPay: ownOrder.canPay,
  };
}

/** The debt that is paid through the link, and the address to which the provider returns. */
export async function payableOf(
  ctx: AccountContext,
  link: LiveLink,
): Promise<PayableReference & { returnPath: string }> {
  const returnPath = `/document?account=${encodeURIComponent(ctx.account.slug)}&thanks=1`;
  if (link.orderID) return { orderID: link.orderID, returnPath };
  const asking = await owingInvoicesOf(ctx, link.customerID, { ids: link.invoiceIDs });
  const invoiceIDs = asking.length ? asking.map(({ id }) => id) : link.invoiceIDs;
  return { customerID: link.customerID, invoiceIDs, returnPath };
}
