import {
  addDays,
  dateIn,
  decimal,
  newID,
  type ProductType,
  startOfDayIn,
  sumOf,
  toWire,
} from '@millwright/core/contracts';
import {
  type AccountContext,
  audit,
  type DemoRandom,
  nextNumbers,
  StoppedClock,
  sql,
  todayOf,
  touched,
} from '@millwright/core/server';
import {
  invoiceTotals,
  listInvoices,
  type PaymentTermCode,
  paymentTermDays,
  type TransactionMethod,
} from '../../contracts/index.ts';
import { numberKey } from '../document/record/number-key.ts';
import { salesOrderIs, shipmentIs } from '../states/states.ts';
import { indexDocuments } from './billing-search.ts';
import { invoiceRecord } from './invoice/invoice.service.ts';
import { settle } from './settlement/settlement.service.ts';
import { enterTransactions } from './transaction/transaction.service.ts';

interface DemoOrder {
  id: string;
  number: string;
  customerID: string;
  paymentTermID: string | null;
  paymentTermCode: PaymentTermCode | null;
  salesRepID: string | null;
  completedAt: string;
  billTo: unknown;
  shipTo: unknown;
  emails: string[];
  shipmentID: string | null;
  lines: Record<string, string | number | null>[];
}

const fulfilledOrders = (ctx: AccountContext) =>
  sql<DemoOrder>`select sold.id, sold.number, sold.customer_id as "customerID", sold.payment_term_id as "paymentTermID",
    term.code as "paymentTermCode", sold.sales_rep_id as "salesRepID", sold.completed_at as "completedAt",
    sold.bill_to as "billTo", sold.ship_to as "shipTo", sold.invoice_emails as emails,
    (select shipment.id from commerce.shipment shipment where shipment.account_id = sold.account_id
      and shipment.order_id = sold.id and ${shipmentIs.left('shipment.status')}
        order by shipment.id limit 1) as "shipmentID",
    (select json_agg(json_build_object('position', line.line_item_number, 'order_line_id', line.id,
        'item_id', line.item_id, 'sku', line.sku, 'description', line.description, 'product_type', line.product_type,
        'quantity', line.quantity::text, 'unit_id', line.unit_id, 'unit_name', line.unit_name,
        'base_quantity', line.base_quantity::text, 'unit_price', line.unit_price::text,
        'unit_cost', line.unit_cost::text, 'total', line.total::text) order by line.line_item_number)
      from commerce.sales_order_line line
      where line.account_id = sold.account_id and line.order_id = sold.id) as lines
  from commerce.sales_order sold
  left join commerce.payment_term term on term.account_id = sold.account_id and term.id = sold.payment_term_id
  where sold.account_id = ${ctx.account.id} and ${salesOrderIs.fulfilled('sold.status')}
  order by sold.completed_at, sold.id`.execute(ctx.em.query());

/** An invoice with its payment data. */
interface Billed {
  id: string;
  customerID: string;
  date: string;
  dueOn: string;
  /** Decimal text. */
  total: string;
}

const at = (ctx: AccountContext, moment: Date): AccountContext => ({ ...ctx, clock: new StoppedClock(moment) });

/** Noon of a past day, or the current time for today, so that no demo record is dated in the future. */
const onDay = (ctx: AccountContext, day: string): AccountContext =>
  at(
    ctx,
    new Date(Math.min(startOfDayIn(ctx.account.timeZone, day).getTime() + 12 * 3_600_000, ctx.clock.now().getTime())),
  );

/** Creates the invoices of the demo's fulfilled orders, each dated on the day of its shipment. */
async function billFulfilledOrders(ctx: AccountContext): Promise<Billed[]> {
  const { rows: orders } = await fulfilledOrders(ctx);
  const numbers = await nextNumbers(ctx, 'invoice', orders.length);
  const billed = orders.map((order, index) => {
    const date = dateIn(ctx.account.timeZone, new Date(order.completedAt));
    const days = order.paymentTermCode ? paymentTermDays[order.paymentTermCode] : 0;
    const { subtotal, sales } = invoiceTotals(
      order.lines.map((line) => ({ productType: line['product_type'] as ProductType, total: String(line['total']) })),
      '0',
    );
    const sums = { total: subtotal.toFixed(2), sales: sales.toFixed(2) };
    return { order, number: numbers[index] as string, id: newID('inv'), date, dueOn: addDays(date, days), ...sums };
  });
  await ctx.em.insert(
    'commerce.invoice',
    billed.map(({ order, number, id, date, dueOn, total, sales }) => ({
      version: 1,
      created_at: order.completedAt,
      updated_at: order.completedAt,
      id,
      number,
      number_key: numberKey(number),
      order_id: order.id,
      shipment_id: order.shipmentID,
      customer_id: order.customerID,
      payment_term_id: order.paymentTermID,
      sales_rep_id: order.salesRepID,
      bill_to: order.billTo,
      ship_to: order.shipTo,
      emails: order.emails,
      dated_on: date,
      due_on: dueOn,
      line_count: order.lines.length,
      subtotal: total,
      discount: '0.00',
      carried: '0.00',
      total,
      sales,
      // Yesterday's invoices are not sent yet.
      sent_at: date < addDays(todayOf(ctx), -1) ? order.completedAt : null,
    })),
  );
  await ctx.em.insert(
    'commerce.invoice_line',
    billed.flatMap(({ order, id }) =>
      order.lines.map((line) => ({
        version: 1,
        created_at: order.completedAt,
        updated_at: order.completedAt,
        id: newID('inl'),
        invoice_id: id,
        customer_id: order.customerID,
        discount: '0.00',
        ...line,
      })),
    ),
  );
  for (const { order, id } of billed)
    audit(at(ctx, new Date(order.completedAt)), {
      record: invoiceRecord(id),
      action: 'created',
      note: `Order ${order.number}`,
    });
  await ctx.em.flush();
  await indexDocuments(
    ctx,
    'invoice',
    billed.map(({ id }) => id),
  );
  touched(ctx, listInvoices);
  return billed.map(({ order, id, date, dueOn, total }) => ({
    id,
    customerID: order.customerID,
    date,
    dueOn,
    total,
  }));
}

interface DemoPayment {
  day: string;
  customerID: string;
  invoices: Billed[];
}

/** Payments by customer: most pay about on time, two pay slowly, and one has not paid lately. */
function paymentsOf(ctx: AccountContext, random: DemoRandom, billed: readonly Billed[]): DemoPayment[] {
  const today = todayOf(ctx);
  const customers = [...new Set(billed.map(({ customerID }) => customerID))];
  const late = new Set(customers.filter((_, index) => index % 9 === 4));
  const payments = customers.flatMap((customerID): DemoPayment[] => {
    const customerInvoices = billed.filter((each) => each.customerID === customerID);
    const found: DemoPayment[] = [];
    for (let from = 0; from < customerInvoices.length; ) {
      const invoices = customerInvoices.slice(from, from + random.integer(1, 3));
      from += invoices.length;
      const last = invoices.at(-1) as Billed;
      const lag = late.has(customerID) ? random.integer(35, 80) : random.integer(-6, 9);
      const due = addDays(last.dueOn, lag);
      found.push({ day: [due, last.date].sort().at(-1) as string, customerID, invoices });
    }
    return found;
  });
  return payments
    .filter(({ day }) => day <= today)
    .sort((left, right) => (left.day < right.day ? -1 : left.day > right.day ? 1 : 0));
}

const methods: readonly TransactionMethod[] = ['check', 'check', 'check', 'ach', 'ach', 'credit_card'];

/** Creates the invoices of a demo account, the payments of its customers, and some open credits. */
export async function createDemoBilling(ctx: AccountContext, random: DemoRandom): Promise<void> {
  const billed = await billFulfilledOrders(ctx);
  const payments = paymentsOf(ctx, random, billed);
  for (const [index, { day, customerID, invoices }] of payments.entries()) {
    const by = onDay(ctx, day);
    const method = random.pick(methods);
    const last = invoices.at(-1) as Billed;
    // Sometimes the last invoice is paid only in part, or some dollars are missing.
    const isPart = index % 11 === 6;
    const short = index % 7 === 3 && decimal(last.total).gt(decimal('40')) ? '12.50' : '0';
    const paid = invoices.map(({ id, total }) => ({
      invoiceID: id,
      amount: toWire(
        id !== last.id
          ? decimal(total)
          : isPart
            ? decimal(total).times('0.5').round(2)
            : decimal(total).minus(decimal(short)),
      ),
    }));
    const amount = toWire(sumOf(paid.map((each) => each.amount)));
    if (amount <= 0) continue;
    const reference = method === 'check' ? String(random.integer(3_000, 9_999)) : null;
    await settle(by, {
      allocations: [],
      transactions: [
        { customerID, typeCode: 'payment', methodCode: method, amount, reference, allocations: paid },
        ...(short !== '0' && !isPart
          ? [
              {
                customerID,
                typeCode: 'adjustment' as const,
                adjustmentTypeCode: 'short_payment' as const,
                amount: toWire(decimal(short)),
                allocations: [{ invoiceID: last.id, amount: toWire(decimal(short)) }],
              },
            ]
          : []),
      ],
    });
  }
  const [first, second, third] = [...new Set(billed.map(({ customerID }) => customerID))];
  if (!first || !second || !third) return;
  const yesterday = addDays(todayOf(ctx), -1);
  await enterTransactions(onDay(ctx, yesterday), [
    { customerID: first, typeCode: 'payment', methodCode: 'check', amount: '1250.00', reference: '5118' },
    { customerID: second, typeCode: 'rebate', amount: '180.00', note: 'Volume of the last quarter' },
    { customerID: third, typeCode: 'credit_memo', amount: '64.50', note: 'Two pairs with a fault' },
    { customerID: second, typeCode: 'adjustment', adjustmentTypeCode: 'fee', amount: '35.00', note: 'Returned check' },
  ]);
}
