import { createHmac, timingSafeEqual } from 'node:crypto';
import { currencyDecimals } from '@millwright/core/contracts';
import { cardPaymentProblems } from '../../../../contracts/index.ts';

/** A payment page to open. Amounts are in the smallest unit of the currency. */
export interface NewProviderSession {
  /** Our id. It finds the session again and prevents a repeated call from opening a second page. */
  reference: string;
  /** Description of the debt for people. */
  title: string;
  amount: number;
  currency: string;
  email: string | null;
  returnURL: string;
  expiresAt: Date;
}

/** State of a payment page at the provider. Always read again before it is acted on. */
export interface ProviderSession {
  id: string;
  status: 'open' | 'complete' | 'expired';
  isPaid: boolean;
  /** Whether the bank has not yet decided about the payment. */
  isProcessing: boolean;
  paymentIntentID: string | null;
  /** Our id that the page was opened with. */
  reference: string | null;
  amount: number;
  currency: string;
}

/** The card holder's dispute of a payment at the bank. */
export interface ProviderDispute {
  status: 'open' | 'won' | 'lost';
  amount: number;
  reason: string;
  /** Until when the provider accepts evidence. */
  dueBy: Date | null;
}

/** The provider of card payments. */
export abstract class CardProvider {
  abstract readonly code: 'stripe' | 'practice';
  abstract open(session: NewProviderSession): Promise<{ id: string; clientSecret: string; url: string | null }>;
  /**
   * Closes a page, so that it accepts no payment, and answers its state. A paid page stays paid. Closing again has no
   * effect. Undefined for an unknown page.
   */
  abstract expire(id: string): Promise<ProviderSession | undefined>;
  /** Undefined for an unknown or deleted page. */
  abstract read(id: string): Promise<ProviderSession | undefined>;
  /** The page on which a payment was made. */
  abstract readOfPayment(paymentIntentID: string): Promise<ProviderSession | undefined>;
  /** The refunded amount of a payment, including refunds made at the provider. */
  abstract refundedOf(paymentIntentID: string): Promise<number>;
  abstract dispute(id: string): Promise<ProviderDispute | undefined>;
  /** A repeated call with the same `key` refunds once. */
  abstract refund(paymentIntentID: string, amount: number, key: string): Promise<void>;
}

/**
 * Smallest units per unit of the currency, for example 100 cents. Older accounts may have a currency with other
 * decimals, such as yen.
 */
export const minorUnits = (currency: string): number => 10 ** currencyDecimals(currency);

const version = '2026-10-28.endive';
const patience = 10_000;

/** Stripe through its HTTP API. */
export class StripeProvider extends CardProvider {
  readonly code = 'stripe';
  readonly #key: string;
  readonly #base: string;
  readonly #fetch: typeof fetch;

  constructor(key: string, options: { base?: string; fetch?: typeof fetch } = {}) {
    super();
    this.#key = key;
    this.#base = options.base ?? 'https://api.stripe.com';
    this.#fetch = options.fetch ?? fetch;
  }

  override async open(session: NewProviderSession) {
    const opened = await this.#call(
      'POST',
      '/v1/checkout/sessions',
      {
        mode: 'payment',
        ui_mode: 'hosted_page',
        'payment_method_types[0]': 'card',
        client_reference_id: session.reference,
        'metadata[reference]': session.reference,
        'payment_intent_data[metadata][reference]': session.reference,
        ...(session.email ? { customer_email: session.email } : {}),
        'line_items[0][quantity]': '1',
        'line_items[0][price_data][currency]': session.currency.toLowerCase(),
        'line_items[0][price_data][unit_amount]': String(session.amount),
        'line_items[0][price_data][product_data][name]': session.title,
        success_url: session.returnURL,
        expires_at: String(Math.floor(session.expiresAt.getTime() / 1000)),
      },
      session.reference,
    );
    if (!opened) throw cardPaymentProblems.provider_failed();
    const id = String(opened['id']);
    const secret = opened['client_secret'];
    return {
      id,
      // Pages hosted by the provider have no client secret. The id identifies them.
      clientSecret: typeof secret === 'string' ? secret : id,
      url: typeof opened['url'] === 'string' ? opened['url'] : null,
    };
  }

  override async expire(id: string): Promise<ProviderSession | undefined> {
    // Stripe refuses to close a complete or closed page. Its state is read below.
    await this.#call('POST', `/v1/checkout/sessions/${encodeURIComponent(id)}/expire`, {}, undefined, [400, 404]);
    return this.read(id);
  }

  override async read(id: string): Promise<ProviderSession | undefined> {
    const found = await this.#find(`/v1/checkout/sessions/${encodeURIComponent(id)}?expand[]=payment_intent`);
    return found && sessionOf(found);
  }

  override async readOfPayment(paymentIntentID: string): Promise<ProviderSession | undefined> {
    const query = new URLSearchParams({ payment_intent: paymentIntentID, 'expand[]': 'data.payment_intent' });
    const [found] = listOf(await this.#find(`/v1/checkout/sessions?${query}`));
    return found && sessionOf(found);
  }

  override async refundedOf(paymentIntentID: string): Promise<number> {
    const charges = listOf(await this.#find(`/v1/charges?${new URLSearchParams({ payment_intent: paymentIntentID })}`));
    return charges.reduce((sum, { amount_refunded: refunded }) => sum + Number(refunded ?? 0), 0);
  }

  override async dispute(id: string): Promise<ProviderDispute | undefined> {
    const found = await this.#find(`/v1/disputes/${encodeURIComponent(id)}`);
    if (!found) return undefined;
    const { status, amount, reason, evidence_details: evidence } = found as Record<string, unknown>;
    const dueBy = (evidence as { due_by?: unknown } | undefined)?.due_by;
    return {
      status: status === 'lost' ? 'lost' : status === 'won' || status === 'warning_closed' ? 'won' : 'open',
      amount: Number(amount),
      reason: String(reason ?? 'general').replaceAll('_', ' '),
      dueBy: typeof dueBy === 'number' ? new Date(dueBy * 1000) : null,
    };
  }

  override async refund(paymentIntentID: string, amount: number, key: string): Promise<void> {
    await this.#call('POST', '/v1/refunds', { payment_intent: paymentIntentID, amount: String(amount) }, key);
  }

  /**
   * Undefined if the object does not exist at the provider, for example because the keys now belong to another account.
   */
  async #find(path: string): Promise<Record<string, unknown> | undefined> {
    return this.#call('GET', path, undefined, undefined, [404]);
  }

  /** Answers undefined for a reply with one of the statuses in `passes`. */
  async #call(
    method: 'GET' | 'POST',
    path: string,
    form?: Record<string, string>,
    key?: string,
    passes: readonly number[] = [],
  ): Promise<Record<string, unknown> | undefined> {
    try {
      const response = await this.#fetch(`${this.#base}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${this.#key}`,
          'stripe-version': version,
          ...(form ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
          ...(key ? { 'idempotency-key': key } : {}),
        },
        ...(form ? { body: new URLSearchParams(form).toString() } : {}),
        signal: AbortSignal.timeout(patience),
      });
      if (passes.includes(response.status)) return undefined;
      if (!response.ok) throw cardPaymentProblems.provider_failed();
      return (await response.json()) as Record<string, unknown>;
    } catch (error) {
      throw cardPaymentProblems.provider_failed({ retryAfter: 60, details: { reason: (error as Error).name } });
    }
  }
}

type Found = Record<string, unknown>;

const listOf = (answer: Found | undefined): Found[] =>
  Array.isArray(answer?.['data']) ? (answer['data'] as Found[]) : [];

function sessionOf(found: Found): ProviderSession {
  const intent = found['payment_intent'] as string | { id: string; status: string } | null;
  const isPaid = found['payment_status'] === 'paid';
  const isComplete = found['status'] === 'complete';
  return {
    id: String(found['id']),
    status: found['status'] as ProviderSession['status'],
    isPaid,
    isProcessing: isComplete && !isPaid && (typeof intent !== 'object' || intent?.status === 'processing'),
    paymentIntentID: typeof intent === 'string' ? intent : (intent?.id ?? null),
    reference: typeof found['client_reference_id'] === 'string' ? found['client_reference_id'] : null,
    amount: Number(found['amount_total']),
    currency: String(found['currency']).toUpperCase(),
  };
}

/** Most seconds between a signature and our clock. */
const tolerance = 300;

/** Whether the provider signed the body. Header `t=…,v1=…`: HMAC-SHA256 of time and raw body. */
export function isSigned(body: Uint8Array, header: string | undefined, secret: string, now: Date): boolean {
  const parts = (header ?? '').split(',').map((part) => part.trim().split('=') as [string, string?]);
  const time = parts.find(([name]) => name === 't')?.[1] ?? '';
  if (!/^\d{1,12}$/.test(time) || Math.abs(now.getTime() / 1000 - Number(time)) > tolerance) return false;
  const expected = createHmac('sha256', secret).update(`${time}.`).update(body).digest();
  return parts.some(([name, value]) => {
    const given = name === 'v1' && /^[0-9a-f]{64}$/.test(value ?? '') ? Buffer.from(value ?? '', 'hex') : undefined;
    return given !== undefined && timingSafeEqual(given, expected);
  });
}
