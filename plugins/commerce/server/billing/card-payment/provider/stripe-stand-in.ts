/** A payment page with Stripe's fields. */
export interface StandInPage {
  reference: string;
  amount: number;
  status: 'open' | 'complete' | 'expired';
  paid: boolean;
  /** Status of its payment. */
  intent: 'processing' | 'requires_payment_method' | 'succeeded';
  refunded: number;
}

interface StandInCall {
  method: string;
  body?: string;
  headers: Record<string, string>;
}

/** Stand-in for the parts of Stripe's API that are used, for tests. `fails` decides before each call. */
export class StripeStandIn {
  readonly pages = new Map<string, StandInPage>();
  readonly disputes = new Map<string, { status: string; amount: number; reason: string }>();
  readonly refunds = new Map<string, number>();
  fails: (path: string) => boolean = () => false;
  /** Decides after each call: the call has its effect, but its answer is lost. */
  loses: (path: string) => boolean = () => false;
  #events = 0;

  readonly fetch = (async (url: string, init: StandInCall) => {
    const { pathname } = new URL(url);
    if (this.fails(pathname)) return Response.json({}, { status: 500 });
    const answer = this.#answer(url, init);
    return this.loses(pathname) ? Response.json({}, { status: 502 }) : answer;
  }) as typeof fetch;

  #answer(url: string, init: StandInCall): Response {
    const { pathname, searchParams } = new URL(url);
    const form = new URLSearchParams(init.body ?? '');
    const last = pathname.split('/').at(-1) ?? '';
    const intent = form.get('payment_intent') ?? searchParams.get('payment_intent');
    const pageID = intent?.slice(3) ?? last;
    if (pathname === '/v1/refunds') return this.#refund(pageID, form, init.headers['idempotency-key'] ?? '');
    if (last === 'expire') return this.#expire(pathname.split('/').at(-2) ?? '');
    if (init.method === 'POST') return this.#open(form, init.headers['idempotency-key'] ?? '');
    if (pathname === '/v1/charges')
      return Response.json({ data: [{ amount_refunded: this.pages.get(pageID)?.refunded ?? 0 }] });
    if (pathname.startsWith('/v1/disputes/')) return this.#found(this.disputes.get(last));
    if (pathname === '/v1/checkout/sessions') return Response.json({ data: [this.#page(pageID)].filter(Boolean) });
    return this.#found(this.#page(pageID));
  }

  #found(body: object | undefined): Response {
    return body ? Response.json(body) : Response.json({ error: {} }, { status: 404 });
  }

  #open(form: URLSearchParams, key: string): Response {
    const known = [...this.pages].find(([, page]) => page.reference === key)?.[0];
    const id = known ?? `cs_test_${this.pages.size + 1}`;
    if (!known)
      this.pages.set(id, {
        reference: form.get('client_reference_id') ?? '',
        amount: Number(form.get('line_items[0][price_data][unit_amount]')),
        status: 'open',
        paid: false,
        intent: 'requires_payment_method',
        refunded: 0,
      });
    return Response.json({ id, client_secret: `${id}_secret`, url: `https://checkout.stripe.test/${id}` });
  }

  #expire(id: string): Response {
    const page = this.pages.get(id);
    if (page?.status !== 'open') return Response.json({ error: {} }, { status: page ? 400 : 404 });
    page.status = 'expired';
    return Response.json(this.#page(id));
  }

  #refund(pageID: string, form: URLSearchParams, key: string): Response {
    const amount = Number(form.get('amount'));
    const page = this.pages.get(pageID);
    if (page && !this.refunds.has(key)) page.refunded += amount;
    this.refunds.set(key, amount);
    return Response.json({ id: `re_${this.refunds.size}` });
  }

  #page(id: string): object | undefined {
    const page = this.pages.get(id);
    return (
      page && {
        id,
        client_reference_id: page.reference,
        status: page.status,
        payment_status: page.paid ? 'paid' : 'unpaid',
        payment_intent: page.status === 'complete' ? { id: `pi_${id}`, status: page.intent } : null,
        amount_total: page.amount,
        currency: 'usd',
      }
    );
  }

  /** Pays the page with this URL unless it is closed. Answers its id. */
  pay(url: string | null): string {
    const id = url?.split('/').at(-1) ?? '';
    if (this.pages.get(id)?.status === 'expired') return id;
    Object.assign(this.pages.get(id) ?? {}, { paid: true, status: 'complete', intent: 'succeeded' });
    return id;
  }

  /** Body of an event about a page or another object. */
  event(page: string, type = 'checkout.session.completed', object: object = {}, more: object = {}): string {
    this.#events += 1;
    const about = { id: page, object: 'checkout.session', ...object };
    return JSON.stringify({ id: `evt_${this.#events}`, type, livemode: false, data: { object: about }, ...more });
  }
}
