import {
  type Big,
  dateIn,
  decimal,
  lesserOf,
  newID,
  Problem,
  roundMoney,
  toColumn,
  zero,
} from '@millwright/core/contracts';
import { type AccountContext, audit, sql } from '@millwright/core/server';
import { checkoutStates, salesOrderStates } from '../../../contracts/index.ts';
import { closePages } from '../../document/payable/close-pages.ts';
import { amountAskedOf, holdDebt, owingInvoicesOf, payableOn } from '../../document/payable/payable.ts';
import { openPortalRequest } from '../../document/portal-request/open-portal-request.ts';
import { closeReason } from '../../document/portal-request/portal-request-tasks.ts';
import { documentFormats } from '../../document/record/document-formats.ts';
import { orderRefusals } from '../../sales/may-order.ts';
import { mailSalesOrder, orderContacts } from '../../sales/sales-order/record/sales-order-mail.ts';
import { salesOrderByID } from '../../sales/sales-order/sales-order.queries.ts';
import type { SalesOrderStatusService } from '../../sales/sales-order/status/sales-order-status.service.ts';
import { touchedReceivables } from '../receivable/touched-receivables.ts';
import { allocate } from '../transaction/allocation.service.ts';
import { transactionRecord } from '../transaction/order-credits.ts';
import { enterTransactions } from '../transaction/transaction.service.ts';
import { CheckoutSession } from './card-payment.entity.ts';
import { minorUnits, type ProviderDispute, type ProviderSession } from './provider/card-provider.ts';

/** Converts an amount of the provider, which is in the smallest unit of the currency. */
export const cardMoney = (amount: number, currency: string): Big =>
  roundMoney(decimal(String(amount)).div(String(minorUnits(currency))));

interface PaidOrder {
  number: string;
  status: string;
  salesRepID: string | null;
}

async function heldOrder(ctx: AccountContext, orderID: string | null): Promise<PaidOrder | undefined> {
  const { rows } = await sql<PaidOrder>`select number, status, sales_rep_id as "salesRepID" from commerce.sales_order
    where account_id = ${ctx.account.id} and id = ${orderID ?? ''} and deleted_at is null for update`.execute(
    ctx.em.query(),
  );
  return rows[0];
}

const refusedMessage = ({ amount, title }: Pick<CheckoutSession, 'amount' | 'title'>): string =>
  `The bank has refused ${amount} for ${title}`;

/** Creates a task for the team about a payment. */
async function askTeam(
  ctx: AccountContext,
  { customerID, orderID }: Pick<CheckoutSession, 'customerID' | 'orderID'>,
  message: string,
  order?: PaidOrder,
  kind: 'payment' | 'payment_refused' = 'payment',
): Promise<void> {
  await openPortalRequest(ctx, {
    kind,
    customerID,
    order: order && orderID ? { id: orderID, number: order.number } : null,
    message,
    lines: [],
    salesRepID: order?.salesRepID ?? null,
  });
}

/** Allocates a card payment to open invoices. */
async function cover(
  ctx: AccountContext,
  transactionID: string,
  paid: Big,
  invoices: readonly { id: string; owing: string }[],
  title: string,
): Promise<void> {
  let left = paid;
  const parts = invoices.flatMap(({ id: invoiceID, owing }, index) => {
    const amount = lesserOf(left, decimal(owing));
    left = left.minus(amount);
    const why = `Card payment of ${title}`;
    return amount.gt(zero) ? [{ transactionID, invoiceID, amount: toColumn(amount, 2), why, path: `${index}` }] : [];
  });
  if (parts.length) await allocate(ctx, parts, {});
}

/** Reason why a received payment does not settle the debt of its page. Undefined if it settles the whole debt. */
async function whyUntied(
  ctx: AccountContext,
  session: CheckoutSession,
  came: { paid: Big; currency: string },
): Promise<string | undefined> {
  const sum = came.paid.toFixed(2);
  if (came.currency !== session.currency)
    return `${sum} ${came.currency} came for ${session.title}, ${session.amount} ${session.currency} were asked for`;
  const on = dateIn(ctx.account.timeZone, session.createdAt);
  const { amount, offerVersion, refusal } = await amountAskedOf(ctx, payableOn(session), { on, exceptID: session.id });
  // The payment of an estimate accepts the offer that was shown when the page was opened.
  if (amount && offerVersion !== null && offerVersion !== session.offerVersion)
    return `${sum} came for ${session.title}, which is offered otherwise now: it waits as a credit`;
  if (amount?.eq(came.paid)) return undefined;
  if (amount) return `${sum} came for ${session.title}, which asks for ${amount.toFixed(2)} now: it waits as a credit`;
  if (refusal?.code === 'nothing_to_pay') return `${sum} found nothing open and waits as a credit`;
  if (refusal?.status === 404) return `${session.title} is gone: ${sum} waits as a credit`;
  return `${sum} came for ${session.title} and waits as a credit. ${refusal?.message}`;
}

/** Locks the debt of a page, then the page itself. Undefined if the payment is already recorded. */
async function heldPage(ctx: AccountContext, id: string, state: ProviderSession): Promise<CheckoutSession | undefined> {
  const found = (await ctx.em.get(CheckoutSession, id)) as CheckoutSession;
  // A page with another session's reference can only appear if the keys belong to another account.
  if (checkoutStates.is.paid(found.status) || (state.reference !== null && state.reference !== id)) return undefined;
  await holdDebt(ctx, payableOn(found));
  const session = (await ctx.em.getForUpdate(CheckoutSession, id)) as CheckoutSession;
  return checkoutStates.is.paid(session.status) ? undefined : session;
}

/** Records what happens on payment pages. */
export class PageRecording {
  readonly #states: SalesOrderStatusService;

  constructor(states: SalesOrderStatusService) {
    this.#states = states;
  }

  /**
   * Records the state of a page at the provider. A payment is recorded once, however often and in whatever order events
   * arrive. It settles the page's debt if the debt is unchanged. Otherwise it stays an unallocated credit, and the team
   * gets a task.
   */
  async recordPayment(ctx: AccountContext, id: string, state: ProviderSession): Promise<void> {
    const session = await heldPage(ctx, id, state);
    if (!session) return;
    session.providerSessionID ??= state.id;
    if (!state.isPaid || !state.paymentIntentID) return this.#recordUnpaid(ctx, session, state);
    const paid = cardMoney(state.amount, state.currency);
    const { customerID, title, invoiceIDs } = session;
    const orderID = session.orderID ?? null;
    const order = await heldOrder(ctx, orderID);
    const untied = await whyUntied(ctx, session, { paid, currency: state.currency });
    const which = orderID ? { orderID } : { ids: invoiceIDs };
    const invoices = untied === undefined ? await owingInvoicesOf(ctx, customerID, which) : [];
    const transactionID = newID('trx');
    ctx.em.assign(session, {
      status: 'paid',
      paid: toColumn(paid, 2),
      paymentIntentID: state.paymentIntentID,
      transactionID,
    });
    await ctx.em.flush();
    await enterTransactions(ctx, [
      {
        id: transactionID,
        customerID,
        typeCode: 'payment',
        methodCode: 'credit_card',
        amount: toColumn(paid, 2),
        reference: state.paymentIntentID,
        orderID: untied === undefined ? orderID : null,
      },
    ]);
    const faults = untied === undefined ? [] : [untied];
    if (untied === undefined) {
      await cover(ctx, transactionID, paid, invoices, title);
      if (orderID && salesOrderStates.is.estimated(order?.status)) faults.push(...(await this.#issue(ctx, orderID)));
      await closePages(ctx, { orderIDs: orderID ? [orderID] : [], invoiceIDs });
      // What the bank had refused before is paid now.
      const about = { customerID, orderID: order ? orderID : null };
      await closeReason(ctx, { kind: 'payment_refused', message: refusedMessage(session), ...about });
    }
    if (faults.length) await askTeam(ctx, session, faults.join('. '), order);
  }

  /** Records a page without a payment: the bank is still deciding or has refused, or the page was not paid. */
  async #recordUnpaid(ctx: AccountContext, session: CheckoutSession, state: ProviderSession): Promise<void> {
    const before = session.status;
    // A closed page changes no status. If its payment arrives, the payment is recorded.
    if (before !== 'closed') {
      if (state.isProcessing) session.status = 'processing';
      else if (state.status === 'complete') session.status = 'failed';
      else if (state.status === 'expired' && before === 'open') session.status = 'expired';
    }
    await ctx.em.flush();
    if (session.status === before || checkoutStates.is.expired(session.status)) return;
    const order = await heldOrder(ctx, session.orderID ?? null);
    if (checkoutStates.is.failed(session.status)) {
      await askTeam(ctx, session, refusedMessage(session), order, 'payment_refused');
      return;
    }
    // If the terms allow later payment, the order is issued now. No shipment leaves before the payment has arrived.
    const { orderID: id, customerID } = session;
    const goesOn =
      id && salesOrderStates.is.estimated(order?.status)
        ? !(await orderRefusals(ctx, [{ id, customerID }], { isByCustomer: true })).size
        : false;
    const faults = id && goesOn ? await this.#issue(ctx, id) : [];
    if (faults.length) await askTeam(ctx, session, faults.join('. '), order);
  }

  /** Issues the paid order even if lines are short. Answers the reason of a refusal, or the missing items. */
  async #issue(ctx: AccountContext, orderID: string): Promise<string[]> {
    // What has ended since its page was opened is issued all the same: the page asked for it while it was sold.
    const options = { statusChange: 'issued', acceptsShort: true, acceptsEnded: true };
    const { allowed, refused } = await this.#states.statusChange.sort(ctx, [orderID], options);
    if (refused[0]) return [`It is paid but could not be issued: ${refused[0].reason}`];
    await this.#states.statusChange.apply(ctx, allowed, options);
    const order = await salesOrderByID(ctx, orderID);
    if ((await orderContacts(ctx, order)).length)
      await mailSalesOrder(ctx, order).catch((error: unknown) => {
        // An account whose emails are blocked still keeps the payment.
        if (!(error instanceof Problem)) throw error;
      });
    const short = order.lines.filter((line) => (line.short?.measure ?? 0) > 0).map(({ product }) => product.sku);
    return short.length ? [`It is paid, and not all of ${short.join(', ')} is there`] : [];
  }
}

/**
 * Records refunds up to the total refunded amount. Amounts that are already recorded are not entered again. Answers the
 * new transaction, or undefined. `hasFailed`: the provider has reversed a refund.
 */
export async function recordRefunded(
  ctx: AccountContext,
  id: string,
  refunded: Big,
  why: string,
  { hasFailed = false }: { hasFailed?: boolean } = {},
): Promise<string | undefined> {
  const session = (await ctx.em.getForUpdate(CheckoutSession, id)) as CheckoutSession;
  const missing = lesserOf(refunded, decimal(session.paid ?? '0')).minus(decimal(session.refunded));
  if (!checkoutStates.is.paid(session.status) || !session.transactionID || missing.eq(zero)) return undefined;
  // A lower total than recorded is outdated, unless a refund has failed.
  if (missing.lt(zero) && !hasFailed) return undefined;
  const order = await heldOrder(ctx, session.orderID ?? null);
  session.refunded = toColumn(decimal(session.refunded).plus(missing), 2);
  if (missing.lt(zero)) {
    await ctx.em.flush();
    const back = zero.minus(missing).toFixed(2);
    await askTeam(ctx, session, `${back} of ${session.title} could not be paid back: void its refund`, order);
    return undefined;
  }
  const [refundID = ''] = await enterTransactions(ctx, [
    {
      customerID: session.customerID,
      typeCode: 'adjustment',
      adjustmentTypeCode: 'refund',
      methodCode: 'credit_card',
      amount: toColumn(missing, 2),
      reference: session.paymentIntentID ?? null,
      note: `${why} (${session.title})`,
    },
  ]);
  const { rows } = await sql<{ open: string }>`select (amount - allocated)::text as open from commerce.transaction
    where account_id = ${ctx.account.id} and id = ${session.transactionID} and voided_on is null`.execute(
    ctx.em.query(),
  );
  const amount = lesserOf(missing, decimal(rows[0]?.open ?? '0'));
  if (amount.gt(zero)) {
    const { transactionID } = session;
    await allocate(ctx, [{ transactionID, debitID: refundID, amount: toColumn(amount, 2), why, path: '' }], {});
  }
  audit(ctx, {
    record: transactionRecord(session.transactionID),
    action: 'refunded',
    note: documentFormats(ctx).amount(missing),
  });
  await ctx.em.flush();
  touchedReceivables(ctx);
  return refundID;
}

/** Records a dispute, once for each of its states. A lost dispute is entered as a refund. */
export async function recordDispute(ctx: AccountContext, id: string, dispute: ProviderDispute): Promise<void> {
  const session = (await ctx.em.getForUpdate(CheckoutSession, id)) as CheckoutSession;
  if (!checkoutStates.is.paid(session.status) || session.dispute === dispute.status || session.dispute === 'lost')
    return;
  session.dispute = dispute.status;
  await ctx.em.flush();
  const amount = cardMoney(dispute.amount, session.currency);
  const order = await heldOrder(ctx, session.orderID ?? null);
  if (dispute.status === 'open') {
    const until = dispute.dueBy ? ` Answer at the provider until ${dispute.dueBy.toISOString().slice(0, 10)}.` : '';
    const taskText = `${amount.toFixed(2)} of ${session.title} are disputed (${dispute.reason}).${until}`;
    await askTeam(ctx, session, taskText, order);
    return;
  }
  if (dispute.status === 'won') {
    await askTeam(ctx, session, `The dispute about ${session.title} is won: the money stays`, order);
    return;
  }
  await recordRefunded(ctx, id, decimal(session.refunded).plus(amount), 'Lost in a dispute');
  await askTeam(ctx, session, `The dispute about ${session.title} is lost: ${amount.toFixed(2)} went back`, order);
}
