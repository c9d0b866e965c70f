import { daysLater, decimal, newID, problems, toColumn, toWire, zero } from '@millwright/core/contracts';
import {
  type AccountContext,
  audit,
  emit,
  type IntegrationService,
  type OutsideContext,
  sql,
  withoutCustomerPolicy,
} from '@millwright/core/server';
import {
  cardEventReceived,
  cardPaymentProblems,
  checkoutClosed,
  checkoutOverdue,
  checkoutStates,
  portalProblems,
  salesOrderStates,
} from '../../../contracts/index.ts';
import { closePages } from '../../document/payable/close-pages.ts';
import {
  holdDebt,
  mayBePaid,
  type PayableDocument,
  type PayableReference,
  payableOn,
} from '../../document/payable/payable.ts';
import { documentFormats } from '../../document/record/document-formats.ts';
import { salesOrderByID } from '../../sales/sales-order/sales-order.queries.ts';
import type { OrderPromises } from '../../sales/sales-order/status/order-promises.ts';
import { checkoutIs } from '../../states/states.ts';
import { eventOf, type SignedEvent, subjectOf } from './card-event.ts';
import { CardEvent, CheckoutSession } from './card-payment.entity.ts';
import { cardMoney, type PageRecording, recordDispute, recordRefunded } from './card-recording.ts';
import {
  type CardProvider,
  isSigned,
  minorUnits,
  type ProviderSession,
  StripeProvider,
} from './provider/card-provider.ts';
import { CardPayment, takesCards } from './provider/takes-cards.ts';

/** Minutes until a payment page expires. */
const pageMinutes = 31;
/**
 * Minutes for which the products of an order are held during payment: the life of the page and some time for the
 * provider's event.
 */
const holdMinutes = 35;
/** Days for which the provider is asked about a page without an event. */
const askedForDays = 7;

/** Accounts with pages that are over and not told of. */
export const dueCheckouts = {
  sql: `select account_id from commerce.checkout_session where ${checkoutIs.live('status')}
  and expires_at between $1::timestamptz - interval '${askedForDays} days' and $1::timestamptz`,
  sample: "update commerce.checkout_session set expires_at = '2026-11-24'",
};

interface Keys {
  provider: 'stripe';
  privateKey: string;
  publishableKey: string;
  webhookSecret: string;
}

/** Context that opens a page: a call by a signed-in user or by the holder of a link. */
export type Door = Pick<OutsideContext, 'clock' | 'baseURL' | 'inTransaction'>;

/** Values that the payer has seen, all optional. */
interface Expected {
  amount?: number | null | undefined;
  offerVersion?: number | null | undefined;
}

const isOther = (reported: number | null | undefined, is: number): boolean =>
  reported !== undefined && reported !== null && reported !== is;

/** Card payments. Amounts come only from the server, and a payment is recorded once, however often it is reported. */
export class CardPayments extends CardPayment {
  readonly #integrations: IntegrationService;
  readonly #pages: PageRecording;
  readonly #promises: OrderPromises;
  /** Base URL and fetch function for Stripe; tests replace them. */
  stripe: { base?: string; fetch?: typeof fetch } = {};

  constructor(integrations: IntegrationService, pages: PageRecording, promises: OrderPromises) {
    super();
    this.#integrations = integrations;
    this.#pages = pages;
    this.#promises = promises;
  }

  override isOffered(ctx: AccountContext): Promise<boolean> {
    return takesCards(ctx);
  }

  /** Opens a payment page for the amount due of an order. */
  openOrder(
    door: Door,
    {
      orderID,
      orderTotal,
      offerVersion,
    }: { orderID: string } & Pick<Expected, 'offerVersion'> & {
        orderTotal?: number | null | undefined;
      },
  ) {
    return this.open(door, async () => ({ orderID }), { amount: orderTotal, offerVersion });
  }

  /**
   * Opens a payment page and closes older pages of the same debt.
   * @throws Problem 409 `cards_not_taken`, `checkout_changed`, `estimate_changed` and those of `mayBePaid`, 503
   * `provider_failed`
   */
  async open(
    door: Door,
    whatOf: (ctx: AccountContext) => Promise<PayableReference & { returnPath?: string }>,
    expected: Expected = {},
  ) {
    const expiresAt = new Date(door.clock.now().getTime() + pageMinutes * 60_000);
    const prepared = await door.inTransaction((ctx) => this.#prepare(ctx, whatOf, { ...expected, expiresAt }));
    const { id, keys, what, currency } = prepared;
    await this.#hold(door, id, what);
    const shared = { checkoutSessionID: id, amount: toWire(what.amount), currency, expiresAt: expiresAt.toISOString() };
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
      title: what.title,
      amount: Number(what.amount.times(String(minorUnits(currency))).toFixed(0)),
      currency,
      email: what.email,
      returnURL: `${door.baseURL}${what.returnPath}`,
      expiresAt,
    });
    const isOpen = await door.inTransaction(async (ctx) => {
      const session = await ctx.em.getForUpdate(CheckoutSession, id);
      session.providerSessionID ??= opened.id;
      // The page was closed here before the provider's id was known.
      if (checkoutStates.is.closed(session.status))
        emit(ctx, checkoutClosed, { checkoutSessionID: id }, { type: 'checkout_session', id });
      await ctx.em.flush();
      return checkoutStates.is.open(session.status);
    });
    if (!isOpen) throw cardPaymentProblems.checkout_changed();
    return {
      ...shared,
      checkoutSessionClientSecret: opened.clientSecret,
      provider: 'stripe' as const,
      publishableKey: keys.publishableKey,
      url: opened.url,
    };
  }

  /** Writes the session and closes older ones: at most one page of a debt is open at a time. */
  async #prepare(
    ctx: AccountContext,
    whatOf: (ctx: AccountContext) => Promise<PayableReference & { returnPath?: string }>,
    { amount: expected, offerVersion, expiresAt }: Expected & { expiresAt: Date },
  ) {
    const keys = await this.#keys(ctx);
    if (!keys && !(await this.isOffered(ctx))) throw cardPaymentProblems.cards_not_taken();
    const { returnPath, ...reference } = await whatOf(ctx);
    await holdDebt(ctx, reference);
    const payable = await mayBePaid(ctx, reference);
    const what = { ...payable, returnPath: returnPath ?? payable.returnPath };
    const { amount, order, customerID, invoiceIDs } = what;
    if (salesOrderStates.is.estimated(order?.status) && isOther(offerVersion, order.offerVersion))
      throw portalProblems.estimate_changed({
        details: { offerVersion: order.offerVersion, total: toWire(amount) },
      });
    if (expected !== undefined && expected !== null && !amount.eq(decimal(expected)))
      throw cardPaymentProblems.checkout_changed({ details: { amount: toWire(amount) } });
    const older = await closePages(ctx, { orderIDs: order ? [order.id] : [], invoiceIDs }, { anyway: true });
    // The new page takes over the hold of the order's older page, with the same end.
    const held = order ? await this.#takeHold(ctx, older, order.id) : undefined;
    const id = newID('cks');
    const { currency } = ctx.account;
    ctx.em.create(CheckoutSession, {
      id,
      customerID,
      orderID: order?.id ?? null,
      invoiceIDs,
      title: what.title,
      amount: toColumn(amount, 2),
      offerVersion: salesOrderStates.is.estimated(order?.status) ? order.offerVersion : null,
      currency,
      provider: keys ? 'stripe' : 'practice',
      status: 'open',
      providerSessionID: keys ? null : `practice_${id}`,
      holdID: held?.holdID ?? null,
      holdExpiresAt: held?.holdExpiresAt ?? null,
      expiresAt,
    });
    if (order)
      audit(ctx, {
        record: { type: 'sales_order', id: order.id },
        action: 'checkout_opened',
        note: documentFormats(ctx).amount(amount),
      });
    await ctx.em.flush();
    return { id, keys, what, currency };
  }

  async #takeHold(ctx: AccountContext, older: readonly { id: string }[], orderID: string) {
    if (!older.length) return undefined;
    const { rows } = await sql<{ holdID: string; holdExpiresAt: Date }>`with held as (
        select id, hold_id, hold_expires_at from commerce.checkout_session where account_id = ${ctx.account.id}
          and order_id = ${orderID} and id = any(${older.map(({ id }) => id)}::text[]) and hold_id is not null)
      update commerce.checkout_session page set hold_id = null, hold_expires_at = null, version = page.version + 1
      from held where page.account_id = ${ctx.account.id} and page.id = held.id
      returning held.hold_id as "holdID", held.hold_expires_at as "holdExpiresAt"`.execute(ctx.em.query());
    return rows[0];
  }

  /**
   * Holds the products of an estimate during its payment, once for each order. A customer above its hold limit pays
   * without a hold. Then the order may be issued with short lines.
   */
  async #hold(door: Door, id: string, { order }: PayableDocument): Promise<void> {
    if (!salesOrderStates.is.estimated(order?.status)) return;
    const seconds = holdMinutes * 60;
    try {
      await door.inTransaction(async (ctx) => {
        const { rows } = await sql`select from commerce.checkout_session
          where account_id = ${ctx.account.id} and order_id = ${order.id} and hold_id is not null limit 1`.execute(
          ctx.em.query(),
        );
        if (rows.length) return;
        const holdID = newID('hold');
        await this.#promises.holdForPayment(ctx, await salesOrderByID(ctx, order.id), { holdID, seconds });
        const session = await ctx.em.getForUpdate(CheckoutSession, id);
        const holdExpiresAt = new Date(ctx.clock.now().getTime() + seconds * 1000);
        ctx.em.assign(session, { holdID, holdExpiresAt });
        await ctx.em.flush();
      });
    } catch (error) {
      if ((error as { status?: number }).status !== 409) throw error;
    }
  }

  /**
   * Closes a page at the provider after it was closed here, and ends its hold. A payment made before is recorded. A
   * repeated call has no further effect.
   */
  async expire(ctx: OutsideContext, id: string): Promise<void> {
    const { session, keys } = await this.#read(ctx, id);
    if (!checkoutStates.is.closed(session.status)) return;
    const state =
      session.provider === 'practice'
        ? practiceState(session)
        : keys && session.providerSessionID
          ? await this.#stripe(keys).expire(session.providerSessionID)
          : undefined;
    await ctx.inTransaction(async (inner) => {
      if (state?.isPaid) await this.#pages.recordPayment(inner, id, state);
      await this.#endHold(inner, id);
    });
  }

  /** Ends the hold of an expired or closed page. */
  async #endHold(ctx: AccountContext, id: string): Promise<void> {
    const session = await ctx.em.getForUpdate(CheckoutSession, id);
    const { orderID, holdID, status } = session;
    if (!orderID || !holdID || (!checkoutStates.is.closed(status) && !checkoutStates.is.expired(status))) return;
    await this.#promises.endPaymentHold(ctx, orderID, holdID);
    // After a close, another page of the order may hold the stock again. After an expiration it may not, because the
    // time of the hold is used up.
    if (checkoutStates.is.closed(status)) ctx.em.assign(session, { holdID: null, holdExpiresAt: null });
    await ctx.em.flush();
  }

  /**
   * Saves an event of the provider once. A job processes it.
   * @throws Problem 400 `webhook_refused` if the event is not signed by this account's provider, or if it is a test
   * event for a live key or the reverse
   */
  async receive(ctx: AccountContext, body: Uint8Array, signature: string | undefined): Promise<void> {
    const keys = await this.#keys(ctx);
    if (!keys || !isSigned(body, signature, keys.webhookSecret, ctx.clock.now()))
      throw cardPaymentProblems.webhook_refused();
    const event = eventOf(body);
    const isLiveKey = keys.privateKey.startsWith('sk_live_');
    if (!event || (event.isLive ?? isLiveKey) !== isLiveKey) throw cardPaymentProblems.webhook_refused();
    await this.#keep(ctx, event);
  }

  /** Simulates the event of a practice card. */
  async practise(ctx: AccountContext, id: string, card: 'accepted' | 'declined'): Promise<{ message: string }> {
    const found = await ctx.em.get(CheckoutSession, id);
    await holdDebt(ctx, payableOn(found));
    const session = await ctx.em.getForUpdate(CheckoutSession, id);
    if (session.provider !== 'practice') throw problems.not_found();
    if (!checkoutStates.is.open(session.status) || session.expiresAt <= ctx.clock.now())
      throw cardPaymentProblems.nothing_to_pay({
        message: 'This page is closed: what it asked for is paid, or is asked for on a newer page',
      });
    const { amount } = await mayBePaid(ctx, payableOn(session), { exceptID: id });
    if (!amount.eq(decimal(session.amount)))
      throw cardPaymentProblems.checkout_changed({ details: { amount: toWire(amount) } });
    if (card === 'declined') return { message: 'The practice card was declined. Nothing was paid.' };
    session.paymentIntentID = `practice_pi_${id}`;
    await ctx.em.flush();
    const event = {
      id: `practice_evt_${id}`,
      type: 'checkout.session.completed',
      providerSessionID: session.providerSessionID ?? null,
      paymentIntentID: null,
      disputeID: null,
      reference: id,
    };
    // Customers do not see card events, so the account writes the event.
    await withoutCustomerPolicy(ctx, () => this.#keep(ctx, event));
    return { message: 'The practice card was taken. No money has moved.' };
  }

  async #keep(ctx: AccountContext, event: Omit<SignedEvent, 'isLive'>) {
    const id = newID('cev');
    const now = ctx.clock.now();
    const { rows } = await sql<{ id: string }>`insert into commerce.card_event (account_id, id, created_at, updated_at,
        event_id, type, provider_session_id, payment_intent_id, dispute_id, reference)
      values (${ctx.account.id}, ${id}, ${now}, ${now}, ${event.id}, ${event.type}, ${event.providerSessionID},
        ${event.paymentIntentID}, ${event.disputeID}, ${event.reference})
      on conflict (account_id, event_id) do nothing returning id`.execute(ctx.em.query());
    if (rows.length) emit(ctx, cardEventReceived, { cardEventID: id }, { type: 'card_event', id });
    await ctx.em.flush();
  }

  /** Reads the subject of an event from the provider and records its state. A repeated call has no further effect. */
  async recordCardEvent(ctx: OutsideContext, cardEventID: string): Promise<void> {
    const found = await ctx.inTransaction(async (inner) => {
      const event = await inner.em.findOne(CardEvent, { accountID: inner.account.id, id: cardEventID });
      if (!event || !subjectOf(event.type)) return undefined;
      const { providerSessionID, paymentIntentID, reference } = event;
      const { rows } = await sql<{ id: string }>`select id from commerce.checkout_session
        where account_id = ${inner.account.id} and (provider_session_id = ${providerSessionID ?? null}
          or id = ${reference ?? null} or payment_intent_id = ${paymentIntentID ?? null}) limit 1`.execute(
        inner.em.query(),
      );
      return rows[0] && { event: { ...event }, sessionID: rows[0].id };
    });
    if (!found) return;
    const { event, sessionID } = found;
    // A refund implies that the payment was received, so the payment is recorded first, whichever event arrives first.
    await this.#lookAt(ctx, sessionID, event);
    const subject = subjectOf(event.type);
    if (subject === 'payment') return;
    const read = await this.#read(ctx, sessionID);
    if (!read.keys || !read.session.paymentIntentID) return;
    const { paymentIntentID, currency } = read.session;
    const stripe = this.#stripe(read.keys);
    if (subject === 'refund') {
      const refunded = cardMoney(await stripe.refundedOf(paymentIntentID), currency);
      const hasFailed = event.type.endsWith('refund.failed');
      await ctx.inTransaction((inner) =>
        recordRefunded(inner, sessionID, refunded, 'Paid back at the provider', { hasFailed }),
      );
    } else if (event.disputeID) {
      const dispute = await stripe.dispute(event.disputeID);
      if (dispute) await ctx.inTransaction((inner) => recordDispute(inner, sessionID, dispute));
    }
  }

  /** Asks the provider about an expired page without an event. */
  async askAfter(ctx: OutsideContext, sessionID: string): Promise<void> {
    await this.#lookAt(ctx, sessionID, {});
    await ctx.inTransaction(async (inner) => {
      const session = await inner.em.getForUpdate(CheckoutSession, sessionID);
      if (checkoutStates.is.open(session.status) && session.expiresAt <= inner.clock.now()) session.status = 'expired';
      await inner.em.flush();
      await this.#endHold(inner, sessionID);
    });
  }

  /** Emits an event for each expired page without a result, so that jobs ask the provider. */
  async findOverdue(ctx: AccountContext): Promise<void> {
    const now = ctx.clock.now();
    const since = daysLater(now, -askedForDays);
    const { rows } = await sql<{ id: string }>`select id from commerce.checkout_session
      where account_id = ${ctx.account.id} and ${checkoutIs.live('status')}
        and expires_at between ${since} and ${now} order by expires_at limit 500`.execute(ctx.em.query());
    for (const { id } of rows) emit(ctx, checkoutOverdue, { checkoutSessionID: id }, { type: 'checkout_session', id });
    await ctx.em.flush();
  }

  async #read(ctx: OutsideContext, id: string) {
    return ctx.inTransaction(async (inner) => {
      const session = await inner.em.get(CheckoutSession, id);
      return { session: { ...session }, keys: session.provider === 'stripe' ? await this.#keys(inner) : undefined };
    });
  }

  async #lookAt(
    ctx: OutsideContext,
    id: string,
    told: { providerSessionID?: string | null; paymentIntentID?: string | null },
  ): Promise<void> {
    const { session, keys } = await this.#read(ctx, id);
    if (checkoutStates.is.paid(session.status)) return;
    const state = session.provider === 'practice' ? practiceState(session) : await this.#ask(session, keys, told);
    if (state) await ctx.inTransaction((inner) => this.#pages.recordPayment(inner, id, state));
  }

  async #ask(
    session: Pick<CheckoutSession, 'providerSessionID' | 'paymentIntentID'>,
    keys: Keys | undefined,
    told: { providerSessionID?: string | null; paymentIntentID?: string | null },
  ): Promise<ProviderSession | undefined> {
    const stripe = this.#stripe(keys ?? noKeys());
    // Without a saved provider id (the process crashed after the page was opened), the event's ids are used.
    const pageID = session.providerSessionID ?? told.providerSessionID;
    if (pageID) return stripe.read(pageID);
    return told.paymentIntentID ? stripe.readOfPayment(told.paymentIntentID) : undefined;
  }

  /**
   * Refunds a payment. The idempotency key is derived from the refunded amount so far, so that a repeated call refunds
   * once.
   */
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
    const refunded = decimal(session.refunded).plus(amount);
    const refundTransactionID = await ctx.inTransaction((inner) =>
      recordRefunded(inner, session.id, refunded, 'Paid back'),
    );
    // Another call or an event of the provider has recorded the same refund meanwhile. It is made only once.
    if (!refundTransactionID) throw problems.conflict({ message: 'It was paid back just now' });
    return { refundTransactionID, amount: toWire(amount), refunded: toWire(refunded) };
  }

  #stripe(keys: Keys): CardProvider {
    return new StripeProvider(keys.privateKey, this.stripe);
  }

  async #keys(ctx: AccountContext): Promise<Keys | undefined> {
    const [found] = await this.#integrations.credentialsOf(ctx, 'stripe');
    return found && ({ provider: 'stripe', ...found.credentials } as Keys);
  }
}

const noKeys = (): never => {
  throw cardPaymentProblems.provider_failed({ message: 'The integration of the card provider is off' });
};

/** The state that a real provider would answer for the practice card. */
const practiceState = (
  session: Pick<CheckoutSession, 'id' | 'paymentIntentID' | 'amount' | 'currency'>,
): ProviderSession => ({
  id: `practice_${session.id}`,
  status: session.paymentIntentID ? 'complete' : 'open',
  isPaid: Boolean(session.paymentIntentID),
  isProcessing: false,
  paymentIntentID: session.paymentIntentID ?? null,
  reference: session.id,
  amount: Number(
    decimal(session.amount)
      .times(String(minorUnits(session.currency)))
      .toFixed(0),
  ),
  currency: session.currency,
});
