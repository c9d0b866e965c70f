import { decimal, newID, problems, roundMoney, sumOf, toColumn, toWire, zero } from '@millwright/core/contracts';
import {
  type AccountContext,
  audit,
  emit,
  type IntegrationService,
  type OutsideContext,
  sql,
  touched,
} from '@millwright/core/server';
import { cardEventReceived, cardPaymentProblems, portalProblems } from '../../../contracts/index.ts';
import { CardPayment } from '../../portal/card-payment.ts';
import { openPortalRequest } from '../../portal/portal-request/portal-request.service.ts';
import { salesOrderByID } from '../../sales/sales-order/sales-order.queries.ts';
import type { SalesOrderStatusService } from '../../sales/sales-order/status/sales-order-status.service.ts';
import { allocate } from '../transaction/allocation.service.ts';
import { transactionList, transactionRecord } from '../transaction/order-credits.ts';
import { enterTransactions } from '../transaction/transaction.service.ts';
import { CardEvent, CheckoutSession } from './card-payment.entity.ts';
import { type CardProvider, isSigned, minorUnits, type ProviderSession, StripeProvider } from './card-provider.ts';

/** Minutes for which a payment page stands open. */
const pageMinutes = 31;
/** Events that say something about a page; others are kept and nothing is done. */
const pageEvents = /^checkout\.session\.(?:completed|async_payment_succeeded|async_payment_failed|expired)$/;

interface Keys {
  provider: 'stripe';
  privateKey: string;
  publishableKey: string;
  webhookSecret: string;
}

/** Card payments: amounts come from the server alone, and money is recorded once however often it is told of. */
export class CardPayments extends CardPayment {
  readonly #integrations: IntegrationService;
  readonly #states: SalesOrderStatusService;
  /** Where Stripe is reached; tests give another. */
  stripe: { base?: string; fetch?: typeof fetch } = {};

  constructor(integrations: IntegrationService, states: SalesOrderStatusService) {
    super();
    this.#integrations = integrations;
    this.#states = states;
  }

  override async isOffered(ctx: AccountContext): Promise<boolean> {
    return ctx.account.isDemo || (await this.#integrations.isConnected(ctx, 'stripe'));
  }

  /** Opens a payment page for what is left to pay of an order. */
  async open(ctx: OutsideContext, input: { orderID: string; orderTotal?: number | null | undefined }) {
    const now = ctx.clock.now();
    const prepared = await ctx.inTransaction(async (inner) => {
      const keys = await this.#keys(inner);
      if (!keys && !(await this.isOffered(inner))) throw cardPaymentProblems.cards_not_taken();
      const order = await salesOrderByID(inner, input.orderID);
      const amount = await leftToPay(inner, order.id, order.total);
      const isPayable = ['estimate', 'issued', 'fulfilled'].includes(order.status.code);
      if (!isPayable || amount.lte(zero)) throw cardPaymentProblems.nothing_to_pay();
      if (input.orderTotal !== undefined && input.orderTotal !== null && !amount.eq(decimal(input.orderTotal)))
        throw cardPaymentProblems.checkout_changed({ details: { amount: toWire(amount) } });
      const id = newID('cks');
      const expiresAt = new Date(now.getTime() + pageMinutes * 60_000);
      const { currency } = inner.account;
      inner.em.create(CheckoutSession, {
        id,
        customerID: order.customer.id,
        orderID: order.id,
        orderNumber: order.number,
        amount: toColumn(amount, 2),
        currency,
        provider: keys ? 'stripe' : 'practice',
        status: 'open',
        providerSessionID: keys ? null : `practice_${id}`,
        expiresAt,
      });
      audit(inner, {
        record: { type: 'sales_order', id: order.id },
        action: 'checkout_opened',
        note: amount.toFixed(2),
      });
      await inner.em.flush();
      return { id, keys, order, amount, currency, expiresAt };
    });
    const { id, keys, order, amount, currency, expiresAt } = prepared;
    const shared = { checkoutSessionID: id, amount: toWire(amount), currency, expiresAt: expiresAt.toISOString() };
    if (!keys)
      return {
        ...shared,
        checkoutSessionClientSecret: `practice_${id}`,
        provider: 'practice' as const,
        publishableKey: null,
        url: null,
      };
    const opened = await this.#stripe(keys).open({
      reference: id,
      orderNumber: order.number,
      amount: Number(amount.times(String(minorUnits(currency))).toFixed(0)),
      currency,
      email: order.customer.email,
      returnURL: `${ctx.baseURL}/dashboard/my-orders/${order.id}?thanks=1`,
      expiresAt,
    });
    await ctx.inTransaction(async (inner) => {
      const session = await inner.em.getForUpdate(CheckoutSession, id);
      session.providerSessionID = opened.id;
      await inner.em.flush();
    });
    return {
      ...shared,
      checkoutSessionClientSecret: opened.clientSecret,
      provider: 'stripe' as const,
      publishableKey: keys.publishableKey,
      url: opened.url,
    };
  }

  /**
   * Keeps an event of the provider, once, and leaves the work to a job. @throws Problem 400 `webhook_refused` for
   * whatever is not signed by the provider of this account
   */
  async receive(ctx: AccountContext, body: Uint8Array, signature: string | undefined): Promise<void> {
    const keys = await this.#keys(ctx);
    if (!keys || !isSigned(body, signature, keys.webhookSecret, ctx.clock.now()))
      throw cardPaymentProblems.webhook_refused();
    const event = eventOf(body);
    if (!event) throw cardPaymentProblems.webhook_refused();
    await this.#keep(ctx, event);
  }

  /** What the practice card form says happened. */
  async practise(ctx: AccountContext, id: string, card: 'accepted' | 'declined'): Promise<{ message: string }> {
    const session = await ctx.em.getForUpdate(CheckoutSession, id);
    if (session.provider !== 'practice') throw problems.not_found();
    if (session.status !== 'open' || session.expiresAt <= ctx.clock.now()) throw cardPaymentProblems.nothing_to_pay();
    if (card === 'declined') return { message: 'The practice card was declined. Nothing was paid.' };
    session.paymentIntentID = `practice_pi_${id}`;
    await ctx.em.flush();
    await this.#keep(ctx, {
      id: `practice_evt_${id}`,
      type: 'checkout.session.completed',
      providerSessionID: session.providerSessionID ?? null,
    });
    return { message: 'The practice card was taken. No money has moved.' };
  }

  async #keep(ctx: AccountContext, event: { id: string; type: string; providerSessionID: string | null }) {
    const id = newID('cev');
    const now = ctx.clock.now();
    const { rows } = await sql<{ id: string }>`insert into commerce.card_event
      (account_id, id, created_at, updated_at, event_id, type, provider_session_id)
      values (${ctx.account.id}, ${id}, ${now}, ${now}, ${event.id}, ${event.type}, ${event.providerSessionID})
      on conflict (account_id, event_id) do nothing returning id`.execute(ctx.em.query());
    if (rows.length) emit(ctx, cardEventReceived, { cardEventID: id }, { type: 'card_event', id });
    await ctx.em.flush();
  }

  /** What an event is about is read from the provider anew, then recorded. Running twice does it once. */
  async follow(ctx: OutsideContext, cardEventID: string): Promise<void> {
    const found = await ctx.inTransaction(async (inner) => {
      const event = await inner.em.findOne(CardEvent, { accountID: inner.account.id, id: cardEventID });
      const session = event?.providerSessionID
        ? await inner.em.findOne(CheckoutSession, {
            accountID: inner.account.id,
            providerSessionID: event.providerSessionID,
          })
        : null;
      if (!event || !session || !pageEvents.test(event.type)) return undefined;
      const { id, provider, providerSessionID, paymentIntentID, amount, currency } = session;
      const keys = provider === 'stripe' ? await this.#keys(inner) : undefined;
      return { id, provider, providerSessionID, paymentIntentID, amount, currency, keys };
    });
    if (!found) return;
    const minor = minorUnits(found.currency);
    const state: ProviderSession =
      found.provider === 'practice'
        ? {
            id: found.id,
            status: 'complete',
            isPaid: found.paymentIntentID !== null && found.paymentIntentID !== undefined,
            paymentIntentID: found.paymentIntentID ?? null,
            amount: Number(decimal(found.amount).times(String(minor)).toFixed(0)),
            currency: found.currency,
          }
        : await this.#stripe(found.keys ?? noKeys()).read(found.providerSessionID ?? '');
    await ctx.inTransaction((inner) => this.record(inner, found.id, state));
  }

  /** Records what the provider says of a page: its money once. */
  async record(ctx: AccountContext, id: string, state: ProviderSession): Promise<void> {
    const session = (await ctx.em.getForUpdate(CheckoutSession, id)) as CheckoutSession;
    if (session.status === 'paid') return;
    if (!state.isPaid || !state.paymentIntentID) {
      if (state.status === 'expired' && session.status === 'open') session.status = 'expired';
      await ctx.em.flush();
      return;
    }
    const paid = roundMoney(decimal(String(state.amount)).div(String(minorUnits(state.currency))));
    const { rows } = await sql<{ customerID: string | null; status: string; salesRepID: string | null }>`select
        customer_id as "customerID", status, sales_rep_id as "salesRepID" from commerce.sales_order
      where account_id = ${ctx.account.id} and id = ${session.orderID} and deleted_at is null for update`.execute(
      ctx.em.query(),
    );
    const [order] = rows;
    const isForOrder = order?.customerID === session.customerID;
    const isWhole = paid.eq(decimal(session.amount)) && state.currency === session.currency;
    const faults = [
      ...(isForOrder ? [] : [`Order ${session.orderNumber} is gone`]),
      ...(isWhole ? [] : [`${paid.toFixed(2)} ${state.currency} came, ${session.amount} were asked for`]),
    ];
    const invoices = isForOrder ? await openInvoices(ctx, session.orderID) : [];
    const [transactionID = ''] = await enterTransactions(ctx, [
      {
        customerID: session.customerID,
        typeCode: 'payment',
        methodCode: 'credit_card',
        amount: toColumn(paid, 2),
        reference: state.paymentIntentID,
        orderID: isForOrder ? session.orderID : null,
      },
    ]);
    ctx.em.assign(session, {
      status: 'paid',
      paid: toColumn(paid, 2),
      paymentIntentID: state.paymentIntentID,
      transactionID,
    });
    await ctx.em.flush();
    await this.#cover(ctx, transactionID, paid, invoices, session.orderNumber);
    if (order?.status === 'estimate' && isWhole) faults.push(...(await this.#issue(ctx, session.orderID)));
    if (faults.length)
      await openPortalRequest(ctx, {
        kind: 'payment',
        customerID: session.customerID,
        order: isForOrder ? { id: session.orderID, number: session.orderNumber } : null,
        message: faults.join('. '),
        lines: [],
        salesRepID: order?.salesRepID ?? null,
      });
  }

  /** Pays invoices of the order that are there already; what is left waits for those to come. */
  async #cover(
    ctx: AccountContext,
    transactionID: string,
    paid: ReturnType<typeof decimal>,
    invoices: readonly { id: string; open: string }[],
    orderNumber: string,
  ): Promise<void> {
    let left = paid;
    const parts = invoices.flatMap(({ id: invoiceID, open }, index) => {
      const amount = left.lt(decimal(open)) ? left : decimal(open);
      left = left.minus(amount);
      const why = `Card payment of order ${orderNumber}`;
      return amount.gt(zero) ? [{ transactionID, invoiceID, amount: toColumn(amount, 2), why, path: `${index}` }] : [];
    });
    if (parts.length) await allocate(ctx, parts, {});
  }

  /** Issues the paid order though something may be short; answers what stands in the way or is missing. */
  async #issue(ctx: AccountContext, orderID: string): Promise<string[]> {
    const options = { statusChange: 'issued', acceptsShort: true };
    const { allowed, refused } = await this.#states.statusChange.sort(ctx, [orderID], options);
    if (refused[0]) return [`It is paid but could not be issued: ${refused[0].reason}`];
    await this.#states.statusChange.apply(ctx, allowed, options);
    const order = await salesOrderByID(ctx, orderID);
    const short = order.lines.filter((line) => (line.short?.measure ?? 0) > 0).map(({ product }) => product.sku);
    return short.length ? [`It is paid, and not all of ${short.join(', ')} is there`] : [];
  }

  /** Pays back; the provider is asked with a key of the state, so that a repeated call pays back once. */
  async refund(ctx: OutsideContext, transactionID: string, wanted: number | undefined) {
    const found = await ctx.inTransaction(async (inner) => {
      if (inner.customerID !== undefined) throw portalProblems.portal_read_only();
      const known = await inner.em.findOne(CheckoutSession, { accountID: inner.account.id, transactionID });
      if (!known) throw problems.not_found();
      const session = (await inner.em.getForUpdate(CheckoutSession, known.id)) as CheckoutSession;
      const left = decimal(session.paid ?? '0').minus(decimal(session.refunded));
      const amount = wanted === undefined ? left : decimal(wanted);
      if (amount.lte(zero) || amount.gt(left))
        throw cardPaymentProblems.refund_exceeds({ message: `${left.toFixed(2)} can be paid back` });
      const keys = session.provider === 'stripe' ? await this.#keys(inner) : undefined;
      return { session: { ...session }, amount, keys };
    });
    const { session, amount, keys } = found;
    const key = `refund:${session.id}:${session.refunded}:${amount.toFixed(2)}`;
    if (session.provider === 'stripe')
      await this.#stripe(keys ?? noKeys()).refund(
        session.paymentIntentID ?? '',
        Number(amount.times(String(minorUnits(session.currency))).toFixed(0)),
        key,
      );
    return ctx.inTransaction(async (inner) => {
      const held = await inner.em.getForUpdate(CheckoutSession, session.id);
      // Somebody else paid back the same meanwhile: the provider has done it once, and so do we.
      if (held.refunded !== session.refunded) throw problems.conflict({ message: 'It was paid back just now' });
      const [refundID = ''] = await enterTransactions(inner, [
        {
          customerID: session.customerID,
          typeCode: 'adjustment',
          adjustmentTypeCode: 'refund',
          methodCode: 'credit_card',
          amount: toColumn(amount, 2),
          reference: session.paymentIntentID ?? null,
          note: `Paid back of order ${session.orderNumber}`,
        },
      ]);
      held.refunded = toColumn(decimal(held.refunded).plus(amount), 2);
      audit(inner, { record: transactionRecord(transactionID), action: 'refunded', note: amount.toFixed(2) });
      await inner.em.flush();
      touched(inner, transactionList);
      return { refundTransactionID: refundID, amount: toWire(amount), refunded: toWire(decimal(held.refunded)) };
    });
  }

  #stripe(keys: Keys): CardProvider {
    return new StripeProvider(keys.privateKey, this.stripe);
  }

  async #keys(ctx: AccountContext): Promise<Keys | undefined> {
    const [found] = await this.#integrations.credentialsOf(ctx, 'stripe');
    return found && ({ provider: 'stripe', ...found.credentials } as unknown as Keys);
  }
}

const noKeys = (): never => {
  throw cardPaymentProblems.provider_failed({ message: 'The integration of the card provider is off' });
};

/** What an event says of itself; the object is read from the provider later. */
function eventOf(body: Uint8Array): { id: string; type: string; providerSessionID: string | null } | undefined {
  try {
    const event = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body)) as {
      id?: unknown;
      type?: unknown;
      data?: { object?: { id?: unknown; object?: unknown } };
    };
    const { id, type, data } = event;
    if (typeof id !== 'string' || typeof type !== 'string' || !/^[\w.]{1,200}$/.test(id + type)) return undefined;
    const object = data?.object;
    const isSession = object?.object === 'checkout.session' && typeof object.id === 'string';
    return { id, type, providerSessionID: isSession ? String(object.id).slice(0, 200) : null };
  } catch {
    return undefined;
  }
}

/** The total of an order less what was paid for it. */
async function leftToPay(ctx: AccountContext, orderID: string, total: number) {
  const { rows } = await sql<{ paid: string }>`select coalesce(sum(amount), 0)::text as paid from commerce.transaction
    where account_id = ${ctx.account.id} and order_id = ${orderID} and not is_debit and voided_on is null`.execute(
    ctx.em.query(),
  );
  return decimal(total).minus(sumOf([rows[0]?.paid ?? '0']));
}

/** Invoices of an order that are not paid, the oldest first. */
async function openInvoices(ctx: AccountContext, orderID: string): Promise<{ id: string; open: string }[]> {
  const { rows } = await sql<{ id: string; open: string }>`select id, (total - allocated)::text as open
    from commerce.invoice where account_id = ${ctx.account.id} and order_id = ${orderID} and voided_on is null
      and allocated < total order by dated_on, number_key`.execute(ctx.em.query());
  return rows;
}
