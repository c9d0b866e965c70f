import { emailRecord, payDocumentLink } from '@millwright/core/contracts';
import { runsOf, type TestPerson } from '@millwright/core/testing';
import { createProduct, type Product } from '@millwright/inventory/contracts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  changeSalesOrderStatus,
  createCheckoutSession,
  createInvoice,
  createTransaction,
  deleteTransaction,
  getSalesOrder,
  payOwnInvoices,
  updateSalesOrder,
  voidInvoice,
} from '../../../../contracts/index.ts';
import type { OrderFixture } from '../../../sales/sales-order/record/sales-order-fixture.ts';
import { type CardFixture, cardFixture } from '../provider/card-payment-fixture.ts';

let cards: CardFixture;
let at: OrderFixture;
let buyer: TestPerson;
let advice: Product;

beforeAll(async () => {
  cards = await cardFixture();
  ({ at, buyer } = cards);
  advice = await at.admin.call(createProduct, {
    body: { sku: 'ADVICE', description: 'Advice', productType: 'service', unitValue: 50 },
  });
});
afterAll(() => cards?.stop());

const steps = [
  'open in the portal',
  'open by the link',
  'open for invoices',
  'open twice at once',
  'pay the oldest page',
  'pay the newest page',
  'tell of the oldest page',
  'tell of the newest page',
  'enter a payment',
  'void a payment',
  'another price',
  'issue',
  'invoice',
  'void the invoice',
  'close short',
  'wait for jobs',
] as const;
type Step = (typeof steps)[number];

/** An order with its payment pages, as seen from outside. */
interface Life {
  orderID: string;
  bearer: { accountSlug: string; token: string };
  /** Pages of the stand-in, the oldest first, including pages whose answer was lost. */
  pages(): string[];
  /** Number of earlier tasks about unallocated payments. */
  tasks: number;
}

async function bearerOf(orderID: string): Promise<Life['bearer']> {
  await at.admin.call(emailRecord, { body: { type: 'sales_order', id: orderID } });
  const { rows } = await cards.db.query(
    `select coalesce(html, '') || coalesce(props::text, '') as text from core.email_log where record_id = $1
      order by id desc limit 1`,
    [orderID],
  );
  const url = new URL(/https?:[^"\s]+\/document\?account=[^"<\s]+/.exec(String(rows[0].text))?.[0] ?? 'none:');
  return { accountSlug: url.searchParams.get('account') ?? '', token: url.hash.slice(1) };
}

async function begin(): Promise<Life> {
  const { id: orderID } = await at.create({ lines: [{ productID: advice.id, quantityOrdered: 1 }] });
  const known = new Set(cards.stripe.pages.keys());
  return {
    orderID,
    tasks: await countTasks(),
    bearer: await bearerOf(orderID),
    pages: () => [...cards.stripe.pages.keys()].filter((id) => !known.has(id)),
  };
}

const invoiceIDsOf = async (orderID: string) => {
  const { invoices } = await at.admin.call(getSalesOrder, { params: { orderID } });
  return invoices.flatMap(({ id, status }) => (status === 'void' ? [] : id));
};

const pay = (id: string | undefined): void => void (id && cards.stripe.pay(`https://checkout.stripe.test/${id}`));
async function tell(id: string | undefined): Promise<void> {
  const reference = cards.stripe.pages.get(id ?? '')?.reference;
  if (!id || !reference) return;
  const body = cards.stripe.event(id, 'checkout.session.completed', { client_reference_id: reference });
  await cards.send(body, cards.sign(body));
}

async function take(step: Step, { orderID, bearer, pages }: Life): Promise<unknown> {
  const params = { orderID };
  const inPortal = () => buyer.call(createCheckoutSession, { body: { orderID } });
  const byLink = () => at.kernel.anonymous().call(payDocumentLink, { body: bearer });
  const status = (statusChange: 'issued' | 'closed_short') =>
    at.admin.call(changeSalesOrderStatus, { params, body: { statusChange } });
  switch (step) {
    case 'open in the portal':
      return inPortal();
    case 'open by the link':
      return byLink();
    case 'open for invoices':
      return buyer.call(payOwnInvoices, { body: { invoiceIDs: await invoiceIDsOf(orderID) } });
    case 'open twice at once':
      return Promise.all([inPortal(), byLink()]);
    case 'pay the oldest page':
      return pay(pages().at(0));
    case 'pay the newest page':
      return pay(pages().at(-1));
    case 'tell of the oldest page':
      return tell(pages().at(0));
    case 'tell of the newest page':
      return tell(pages().at(-1));
    case 'enter a payment':
      return at.admin.call(createTransaction, {
        body: { customerID: at.customer.id, typeCode: 'payment', methodCode: 'check', amount: 20, orderID },
      });
    case 'void a payment': {
      const { rows } = await cards.db.query(
        'select id from commerce.transaction where order_id = $1 and voided_on is null order by id limit 1',
        [orderID],
      );
      return at.admin.call(deleteTransaction, { params: { transactionID: String(rows[0]?.id) } });
    }
    case 'another price':
      return at.admin.call(updateSalesOrder, {
        params,
        body: { lines: [{ productID: advice.id, quantityOrdered: 1, unitPrice: 60 }] },
      });
    case 'issue':
      return status('issued');
    case 'invoice':
      return at.admin.call(createInvoice, { body: { orderID } });
    case 'void the invoice': {
      const [invoiceID = ''] = await invoiceIDsOf(orderID);
      return at.admin.call(voidInvoice, { params: { invoiceID }, body: {} });
    }
    case 'close short':
      return status('closed_short');
    case 'wait for jobs':
      return cards.settle();
  }
}

/** Refusals are expected, other errors fail the test. */
async function tried(work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (error) {
    const { status = 500 } = error as { status?: number };
    if (status >= 500 && status !== 503) throw error;
  }
}

/** Sends the events of all payments, while the provider answers all calls. */
async function settleAll({ pages }: Life): Promise<void> {
  cards.stripe.fails = () => false;
  cards.stripe.loses = () => false;
  await cards.settle();
  for (const id of pages()) if (cards.stripe.pages.get(id)?.paid) await tell(id);
  await cards.settle();
}

interface Row {
  reference: string;
  amount: string;
  isTied: boolean;
}

async function cardMoneyOf(life: Life): Promise<Row[]> {
  const { rows } = await cards.db.query<Row>(
    `select paid.reference, paid.amount::text, paid.order_id is not null or paid.allocated > 0 as "isTied"
      from commerce.transaction paid where paid.reference = any($1) and paid.account_id = $2 order by paid.number_key`,
    [life.pages().map((id) => `pi_${id}`), at.kernel.a.id],
  );
  return rows;
}

async function countTasks(): Promise<number> {
  const { rows } = await cards.db.query(
    `select count(*)::int as n from commerce.portal_request
     where account_id = $1 and message like '%waits as a credit%'`,
    [at.kernel.a.id],
  );
  return rows[0].n;
}

async function check(life: Life): Promise<void> {
  const paid = life.pages().filter((id) => cards.stripe.pages.get(id)?.paid);
  const money = await cardMoneyOf(life);
  // Each payment at the provider is recorded once, and no debt is paid twice.
  expect(money.map(({ reference }) => reference).sort()).toEqual(paid.map((id) => `pi_${id}`).sort());
  const tied = money.filter(({ isTied }) => isTied);
  const { rows } = await cards.db.query('select owing::float from commerce.v_order_owing where order_id = $1', [
    life.orderID,
  ]);
  if (tied.length > 1) expect(rows[0].owing).toBeGreaterThanOrEqual(0);
  // Each unallocated payment has a task.
  expect((await countTasks()) - life.tasks).toBe(money.length - tied.length);
  // A page that is not open here accepts no payment.
  const { rows: sessions } = await cards.db.query<{ id: string; status: string; page: string | null }>(
    `select id, status, provider_session_id as page from commerce.checkout_session where order_id = $1
      or invoice_ids && array(select id::text from commerce.invoice where order_id = $1)`,
    [life.orderID],
  );
  for (const { status, page } of sessions)
    if (status === 'closed' && page) expect(cards.stripe.pages.get(page)?.status).not.toBe('open');
  expect(sessions.filter(({ status }) => status === 'open').length).toBeLessThanOrEqual(1);
}

const life = fc.array(
  fc.record({
    step: fc.constantFrom(...steps),
    answers: fc.constantFrom('come', 'come', 'come', 'are lost', 'are refused'),
  }),
  { minLength: 2, maxLength: 9 },
);

it('of two pages one is paid, whatever happens in whatever order and whichever answer is lost', async () => {
  await fc.assert(
    fc.asyncProperty(life, async (moments) => {
      const own = await begin();
      for (const { step, answers } of moments) {
        cards.stripe.fails = () => answers === 'are refused';
        cards.stripe.loses = () => answers === 'are lost';
        await tried(take(step, own));
        cards.stripe.fails = () => false;
        cards.stripe.loses = () => false;
      }
      await settleAll(own);
      await check(own);
      expect(await at.violations()).toEqual([]);
    }),
    {
      numRuns: runsOf(14),
      examples: [
        [
          [
            { step: 'open in the portal', answers: 'come' },
            { step: 'open by the link', answers: 'are lost' },
            { step: 'pay the oldest page', answers: 'come' },
            { step: 'pay the newest page', answers: 'come' },
          ],
        ],
        [
          [
            { step: 'issue', answers: 'come' },
            { step: 'open in the portal', answers: 'come' },
            { step: 'invoice', answers: 'come' },
            { step: 'pay the oldest page', answers: 'come' },
            { step: 'open for invoices', answers: 'come' },
            { step: 'pay the newest page', answers: 'come' },
          ],
        ],
        [
          [
            { step: 'open in the portal', answers: 'come' },
            { step: 'pay the oldest page', answers: 'come' },
            { step: 'another price', answers: 'come' },
          ],
        ],
        [
          [
            { step: 'issue', answers: 'come' },
            { step: 'open by the link', answers: 'come' },
            { step: 'pay the oldest page', answers: 'come' },
            { step: 'close short', answers: 'come' },
          ],
        ],
        [
          [
            { step: 'open twice at once', answers: 'come' },
            { step: 'enter a payment', answers: 'come' },
            { step: 'pay the newest page', answers: 'come' },
          ],
        ],
      ],
    },
  );
});
