import { type Big, daysLater, decimal, holdStates, Problem, problems, sumOf, zero } from '@millwright/core/contracts';
import { type AccountContext, sql, todayOf } from '@millwright/core/server';
import {
  type CustomerStatus,
  cardPaymentProblems,
  invoiceProblems,
  type SalesOrderStatus,
  salesOrderProblems,
  salesOrderStates,
} from '../../../contracts/index.ts';
import { checkoutIs } from '../../states/states.ts';
import { type EndedProduct, endedProducts, endedText } from '../lines/ended-products.ts';

/** What somebody wants to pay: an order as a whole, or invoices of a customer together. */
export type PayableReference = { orderID: string } | { customerID: string; invoiceIDs: readonly string[] };

/** What a payment page is opened for. */
export interface PayableDocument {
  /** In words: `Order 1042`. */
  title: string;
  customerID: string;
  email: string | null;
  amount: Big;
  /** The order that is paid; null for invoices. */
  order: { id: string; number: string; status: SalesOrderStatus; offerVersion: number } | null;
  invoiceIDs: string[];
  /** Where the provider sends back to, from the address of the installation on. */
  returnPath: string;
}

/** What a page asks for. */
export const payableOn = (page: {
  customerID: string;
  orderID?: string | null | undefined;
  invoiceIDs: readonly string[];
}): PayableReference =>
  page.orderID ? { orderID: page.orderID } : { customerID: page.customerID, invoiceIDs: page.invoiceIDs };

interface AskOptions {
  /** Day on which an estimate has to hold and its products have to be sold; today where nothing is said. */
  on?: string | undefined;
  /** A page that is not in its own way. */
  exceptID?: string | undefined;
}

interface OrderDebt {
  id: string;
  number: string;
  status: SalesOrderStatus;
  customerID: string;
  email: string | null;
  customerStatus: CustomerStatus;
  customerName: string;
  expiredAt: string | null;
  isOffered: boolean;
  offerVersion: number;
  isDeclined: boolean;
  owing: string;
  openInvoices: string;
  /** Its products that are not sold any more. */
  ended: EndedProduct[];
  /** A card payment that the bank has not decided about. */
  isProcessing: boolean;
}

/** Days for which a bank may think about a payment, until another may be asked for. */
const processingDays = 7;

/** Whether its customer has said no to the offer as it stands; one that is offered anew can be answered anew. */
export const isOfferDeclined = (sold: ReturnType<typeof sql>) => sql`exists (select from commerce.portal_request said
  where said.account_id = ${sold}.account_id and said.order_id = ${sold}.id and said.kind = 'estimate_declined'
    and (${sold}.offered_at is null or said.created_at >= ${sold}.offered_at))`;

const processing = (ctx: AccountContext, what: ReturnType<typeof sql>, exceptID: string | undefined) =>
  sql<boolean>`exists (select from commerce.checkout_session page where page.account_id = ${ctx.account.id}
    and ${checkoutIs.processing('page.status')} and page.id <> ${exceptID ?? ''}
    and page.created_at > ${daysLater(ctx.clock.now(), -processingDays)} and ${what})`;

async function orderDebt(
  ctx: AccountContext,
  orderID: string,
  { on, exceptID }: { on: string; exceptID: string | undefined },
): Promise<OrderDebt | undefined> {
  const page = sql`(page.order_id = ${orderID} or page.invoice_ids && array(select invoice.id
    from commerce.invoice invoice where invoice.account_id = ${ctx.account.id}
      and invoice.order_id = ${orderID})::text[])`;
  const { rows } = await sql<OrderDebt>`select sold.id, sold.number, sold.status, sold.customer_id as "customerID",
      customer.email, customer.status as "customerStatus", customer.name as "customerName",
      sold.expired_at::text as "expiredAt", sold.offered_at is not null as "isOffered",
      sold.offer_version as "offerVersion", ${isOfferDeclined(sql`sold`)} as "isDeclined",
      money.owing::text as owing,
      (select coalesce(sum(invoice.total - invoice.allocated), 0)::text from commerce.invoice invoice
        where invoice.account_id = sold.account_id and invoice.order_id = sold.id and invoice.voided_on is null)
        as "openInvoices",
      ${endedProducts(
        ctx,
        sql`select line.item_id from commerce.sales_order_line line
          where line.account_id = ${ctx.account.id} and line.order_id = sold.id`,
        on,
      )} as ended,
      ${processing(ctx, page, exceptID)} as "isProcessing"
    from commerce.sales_order sold
    join commerce.customer customer on customer.account_id = sold.account_id and customer.id = sold.customer_id
    join commerce.v_order_owing money on money.account_id = sold.account_id and money.order_id = sold.id
    where sold.account_id = ${ctx.account.id} and sold.id = ${orderID} and sold.deleted_at is null`.execute(
    ctx.em.query(),
  );
  return rows[0];
}

const stillProcessing = (): Problem =>
  cardPaymentProblems.nothing_to_pay({ message: 'The bank has not said yet whether the card payment of it comes' });

/** Why an estimate may not be paid, which would issue it. */
function estimateRefusal(debt: OrderDebt, on: string): Problem | undefined {
  if (!debt.isOffered) return cardPaymentProblems.estimate_not_offered();
  if (debt.isDeclined) return cardPaymentProblems.estimate_declined();
  if (debt.expiredAt !== null && debt.expiredAt < on) return cardPaymentProblems.estimate_expired();
  if (holdStates.is.holdsOrders(debt.customerStatus))
    return salesOrderProblems.customer_on_hold({
      message: `${debt.customerName} is on hold: order ${debt.number} cannot be issued`,
      details: { customerID: debt.customerID },
    });
  return debt.ended.length ? salesOrderProblems.product_ended({ message: endedText(debt.ended) }) : undefined;
}

function orderRefusal(debt: OrderDebt, on: string): Problem | undefined {
  if (debt.isProcessing) return stillProcessing();
  if (salesOrderStates.is.requested(debt.status)) return cardPaymentProblems.estimate_not_offered();
  if (salesOrderStates.is.estimated(debt.status)) return estimateRefusal(debt, on);
  if (salesOrderStates.is.closedShort(debt.status) && decimal(debt.openInvoices).lte(zero))
    return cardPaymentProblems.order_closed({ message: `Order ${debt.number} is closed and owes nothing` });
  return undefined;
}

async function orderAsks(ctx: AccountContext, orderID: string, { on, exceptID }: AskOptions): Promise<PayableDocument> {
  const day = on ?? todayOf(ctx);
  const debt = await orderDebt(ctx, orderID, { on: day, exceptID });
  // Customers know of no estimate before it is offered.
  if (!debt || (ctx.customerID !== undefined && salesOrderStates.is.estimated(debt.status) && !debt.isOffered))
    throw problems.not_found();
  const refusal = orderRefusal(debt, day);
  if (refusal) throw refusal;
  const amount = decimal(debt.owing);
  if (amount.lte(zero)) throw cardPaymentProblems.nothing_to_pay();
  const { id, number, status, offerVersion } = debt;
  return {
    title: `Order ${number}`,
    customerID: debt.customerID,
    email: debt.email,
    amount,
    order: { id, number, status, offerVersion },
    invoiceIDs: [],
    returnPath: `/dashboard/my-orders/${id}?thanks=1`,
  };
}

/** An invoice that asks for something. */
export interface OwingInvoice {
  id: string;
  number: string;
  /** What is open of it, less the payments of its order that nothing else needs. */
  owing: string;
}

/** Of these invoices of a customer those that ask for something, the oldest first. */
export async function owingInvoicesOf(
  ctx: AccountContext,
  customerID: string,
  which: { ids: readonly string[] } | { orderID: string },
): Promise<OwingInvoice[]> {
  const chosen =
    'ids' in which ? sql`invoice.id = any(${[...which.ids]}::text[])` : sql`invoice.order_id = ${which.orderID}`;
  const { rows } = await sql<OwingInvoice>`select invoice.id, invoice.number, money.owing::text as owing
    from commerce.invoice invoice
    join commerce.v_invoice_owing money on money.account_id = invoice.account_id and money.invoice_id = invoice.id
    where invoice.account_id = ${ctx.account.id} and invoice.customer_id = ${customerID} and ${chosen}
      and invoice.voided_on is null and invoice.allocated < invoice.total and money.owing > 0
    order by invoice.dated_on, invoice.number_key`.execute(ctx.em.query());
  return rows;
}

interface BilledInvoice {
  number: string;
  email: string | null;
  isVoid: boolean;
  isProcessing: boolean;
}

async function invoicesAsk(
  ctx: AccountContext,
  { customerID, invoiceIDs }: { customerID: string; invoiceIDs: readonly string[] },
  { exceptID }: AskOptions,
): Promise<PayableDocument> {
  const ids = [...new Set(invoiceIDs)];
  const page = sql`(page.invoice_ids && ${ids}::text[] or page.order_id = invoice.order_id)`;
  const { rows } = await sql<BilledInvoice>`select invoice.number, customer.email,
      invoice.voided_on is not null as "isVoid", ${processing(ctx, page, exceptID)} as "isProcessing"
    from commerce.invoice invoice
    join commerce.customer customer on customer.account_id = invoice.account_id and customer.id = invoice.customer_id
    where invoice.account_id = ${ctx.account.id} and invoice.customer_id = ${customerID}
      and invoice.id = any(${ids}::text[])`.execute(ctx.em.query());
  if (rows.length < ids.length) throw problems.not_found({ message: 'There is no such invoice' });
  const gone = rows.find(({ isVoid }) => isVoid);
  if (gone) throw invoiceProblems.invoice_void({ message: `Invoice ${gone.number} is void` });
  if (rows.some(({ isProcessing }) => isProcessing)) throw stillProcessing();
  const asking = await owingInvoicesOf(ctx, customerID, { ids });
  if (asking.length < ids.length)
    throw cardPaymentProblems.nothing_to_pay({ message: 'One of these invoices is paid meanwhile; choose again' });
  const [first, ...others] = asking;
  return {
    title: others.length ? `Invoice ${first?.number} and ${others.length} more` : `Invoice ${first?.number}`,
    customerID,
    email: rows[0]?.email ?? null,
    amount: sumOf(asking.map(({ owing }) => owing)),
    order: null,
    invoiceIDs: ids,
    returnPath: '/dashboard/my-invoices?thanks=1',
  };
}

/**
 * What may be paid now, and how much. @throws Problem 404, 409 `estimate_not_offered`, `estimate_declined`,
 * `estimate_expired`, `customer_on_hold` and `product_ended` (where paying would issue; a debt may always be paid),
 * `order_closed`, `invoice_void`, `nothing_to_pay`
 */
export const mayBePaid = (
  ctx: AccountContext,
  what: PayableReference,
  options: AskOptions = {},
): Promise<PayableDocument> =>
  'orderID' in what ? orderAsks(ctx, what.orderID, options) : invoicesAsk(ctx, what, options);

type Asked =
  /** `offerVersion`: of the estimate that is paid, null for what is no offer. */
  | { amount: Big; offerVersion: number | null; refusal?: undefined }
  | { amount?: undefined; offerVersion?: undefined; refusal: Problem };

/** The same, with why nothing may be paid where that is so. */
export async function amountAskedOf(
  ctx: AccountContext,
  what: PayableReference,
  options: AskOptions = {},
): Promise<Asked> {
  try {
    const { amount, order } = await mayBePaid(ctx, what, options);
    return { amount, offerVersion: salesOrderStates.is.estimated(order?.status) ? order.offerVersion : null };
  } catch (error) {
    if (!(error instanceof Problem) || error.status >= 500) throw error;
    return { refusal: error };
  }
}

/** What is to be paid now; 0 where nothing may be. */
export const amountToPay = async (ctx: AccountContext, what: PayableReference): Promise<Big> =>
  (await amountAskedOf(ctx, what)).amount ?? zero;

/**
 * Locks a debt, so that nobody opens another page of it and nothing of it is paid meanwhile: its orders, then their
 * invoices. Pages are locked behind them.
 */
export async function holdDebt(ctx: AccountContext, what: PayableReference): Promise<void> {
  await ctx.em.flush();
  const account = ctx.account.id;
  const orders =
    'orderID' in what
      ? sql`select ${what.orderID}::text`
      : sql`select invoice.order_id from commerce.invoice invoice
          where invoice.account_id = ${account} and invoice.id = any(${[...what.invoiceIDs]}::text[])`;
  const { rows } = await sql<{ id: string }>`select sold.id from commerce.sales_order sold
    where sold.account_id = ${account} and sold.id in (${orders}) order by sold.id for no key update`.execute(
    ctx.em.query(),
  );
  const orderIDs = rows.map(({ id }) => id);
  ctx.em.noteHeld('commerce.sales_order', orderIDs);
  const invoiceIDs = 'orderID' in what ? [] : [...what.invoiceIDs];
  const { rows: held } = await sql<{ id: string }>`select id from commerce.invoice where account_id = ${account}
    and (order_id = any(${orderIDs}::text[]) or id = any(${invoiceIDs}::text[])) order by id for no key update`.execute(
    ctx.em.query(),
  );
  ctx.em.noteHeld(
    'commerce.invoice',
    held.map(({ id }) => id),
  );
}
