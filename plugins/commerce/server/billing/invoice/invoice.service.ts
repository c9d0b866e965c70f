import {
  addDays,
  type Big,
  decimal,
  newID,
  orderDiscountAmount,
  type ProductType,
  problems,
  roundUnitPrice,
  snapshotOfAddress,
  sumOf,
  toColumn,
  zero,
} from '@millwright/core/contracts';
import {
  type AccountContext,
  audit,
  changesOf,
  emit,
  nextNumber,
  snapshotOf,
  sql,
  todayOf,
} from '@millwright/core/server';
import {
  billedQuantity,
  billedTotal,
  discountPart,
  type Invoice as InvoiceReply,
  invoiceCreated,
  invoiceProblems,
  invoiceTotals,
  invoiceVoided,
  paymentTermDays,
  salesOrderStates,
  taxPart,
  type UpdateInvoiceInput,
} from '../../../contracts/index.ts';
import { closePages } from '../../document/payable/close-pages.ts';
import { documentFormats } from '../../document/record/document-formats.ts';
import { lockDocuments } from '../../document/record/lock-documents.ts';
import { numberKey } from '../../document/record/number-key.ts';
import type {
  InvoicedFreight,
  ShippedGoods,
  ShippedLine,
} from '../../fulfilment/shipment/status/shipment-invoicing.ts';
import { salesOrderRecord } from '../../sales/sales-order/record/sales-order-history.ts';
import { indexFound } from '../billing-search.ts';
import { refuseClosed } from '../journal/books.ts';
import { touchedReceivables } from '../receivable/touched-receivables.ts';
import { createCarriedCredit, takeOrderCredits, voidCarriedCredit } from '../transaction/order-credits.ts';
import { Invoice } from './invoice.entity.ts';
import { invoiceByID } from './invoice.queries.ts';
import { followInvoices, type InvoicedOrder, type InvoicedOrderLine, invoicedOrder } from './state/invoiced-order.ts';

/** Key of an invoice in history, events and search. */
export const invoiceRecord = (id: string) => ({ type: 'invoice', id });

/** A line with its quantity to invoice. */
interface Billed {
  line: InvoicedOrderLine;
  quantity: Big;
  /** Only set if the amount is not quantity times price. */
  total?: Big;
}

interface NewInvoiceLine {
  orderLineID: string | null;
  itemID: string | null;
  sku: string;
  description: string;
  productType: ProductType;
  quantity: Big;
  unitID: string;
  unitName: string;
  baseQuantity: Big;
  unitPrice: string;
  unitCost: string;
  total: Big;
  why: string | null;
}

/** One-time lines that are not on a valid invoice. */
const oneTimeLines = (order: InvoicedOrder): Billed[] =>
  order.lines
    .filter(({ productType }) => productType !== 'sale' && productType !== 'tax')
    .map((line) => ({ line, quantity: decimal(line.baseQuantity).minus(decimal(line.invoiced)) }))
    .filter(({ quantity }) => quantity.gt(zero));

const isTaxedLine = ({ productType }: InvoicedOrderLine): boolean =>
  productType === 'sale' || productType === 'service';

/**
 * Amount of these lines that is invoiced after this invoice. Computed from shares of the ordered quantities instead of
 * rounded totals, so that it is exact when all quantities are invoiced.
 */
function invoicedOf(lines: readonly InvoicedOrderLine[], billed: readonly Billed[]): Big {
  const now = new Map(billed.map(({ line, quantity }) => [line.id, quantity]));
  return sumOf(
    lines.map((line) => {
      const all = decimal(line.invoiced).plus(now.get(line.id) ?? zero);
      return all.eq(decimal(line.baseQuantity))
        ? decimal(line.total)
        : decimal(line.total).times(all).div(decimal(line.baseQuantity));
    }),
  );
}

/** Entered tax applies to the whole order. Each invoice gets its share. */
function taxLines(order: InvoicedOrder, billed: readonly Billed[]): Billed[] {
  const taxedLines = order.lines.filter(isTaxedLine);
  const taxed = sumOf(taxedLines.map(({ total }) => total));
  const invoiced = invoicedOf(taxedLines, billed);
  return order.lines.flatMap((line) => {
    if (line.productType !== 'tax') return [];
    const { total, baseQuantity } = line;
    const part = taxPart({
      total,
      baseQuantity,
      taxed,
      invoiced,
      given: { total: line.billed, baseQuantity: line.invoiced },
    });
    return part.baseQuantity.gt(zero) ? [{ line, quantity: part.baseQuantity, total: part.total }] : [];
  });
}

/** @throws Problem 409 `invoiced_too_much` naming the line; 400 for a line of another order */
function shippedLines(order: InvoicedOrder, shipped: readonly ShippedLine[]): Billed[] {
  const wanted = new Map<string, Big>();
  for (const { orderLineID, quantity } of shipped)
    wanted.set(orderLineID, (wanted.get(orderLineID) ?? zero).plus(decimal(quantity)));
  const billed = order.lines
    .filter(({ id }) => wanted.has(id))
    .map((line) => ({ line, quantity: wanted.get(line.id) ?? zero }));
  if (billed.length !== wanted.size)
    throw problems.invalid_input({ errors: [{ path: 'lines', message: 'A line is not of this order' }] });
  for (const { line, quantity } of billed)
    if (decimal(line.invoiced).plus(quantity).gt(decimal(line.baseQuantity)))
      throw invoiceProblems.invoiced_too_much({
        message: `Line ${line.sku} of order ${order.number}: more left than was ordered`,
        details: { orderLineID: line.id },
      });
  return billed.filter(({ quantity }) => quantity.gt(zero));
}

const newLine = ({ line, quantity: billed, total }: Billed): NewInvoiceLine => {
  const priced = { ...line, billed };
  return {
    orderLineID: line.id,
    itemID: line.itemID,
    sku: line.sku,
    description: line.description,
    productType: line.productType,
    quantity: billedQuantity(priced),
    unitID: line.unitID,
    unitName: line.unitName,
    baseQuantity: billed,
    unitPrice: line.unitPrice,
    unitCost: line.unitCost,
    total: total ?? billedTotal(priced),
    why: null,
  };
};

/** The line of computed freight. None if freight is free. */
const freightLine = (freight: InvoicedFreight | undefined): NewInvoiceLine[] =>
  freight && decimal(freight.amount).gt(zero)
    ? [
        {
          orderLineID: null,
          itemID: null,
          sku: 'Freight',
          description: 'Freight',
          productType: 'shipping',
          quantity: decimal('1'),
          unitID: 'freight',
          unitName: 'shipment',
          baseQuantity: decimal('1'),
          unitPrice: freight.amount,
          unitCost: '0',
          total: decimal(freight.amount),
          why: freight.why,
        },
      ]
    : [];

/** This invoice's share of the order discount, by the share of sale lines that is invoiced with it. */
function discountOf(order: InvoicedOrder, billed: readonly Billed[]): Big {
  const { discount } = order;
  if (!discount) return zero;
  const saleLines = order.lines.filter(({ productType }) => productType === 'sale');
  const sale = sumOf(saleLines.map(({ total }) => total));
  const invoiced = invoicedOf(saleLines, billed);
  return discountPart({ discount: orderDiscountAmount(discount, sale), sale, invoiced, given: order.discountGiven });
}

interface Writing {
  shipmentID?: string;
  freight?: InvoicedFreight | undefined;
}

/** Writes an invoice of these lines and their tax. The caller has locked the order. */
async function writeInvoice(
  ctx: AccountContext,
  order: InvoicedOrder,
  untaxed: readonly Billed[],
  { shipmentID, freight }: Writing,
): Promise<{ id: string; number: string }> {
  const billed = [...untaxed, ...taxLines(order, untaxed)];
  const today = todayOf(ctx);
  await refuseClosed(ctx, [today]);
  const lines = [...billed.map(newLine), ...freightLine(freight)];
  const totals = invoiceTotals(lines, discountOf(order, billed));
  const id = newID('inv');
  const now = ctx.clock.now();
  const money = (value: Big): string => toColumn(value, 2);
  const credits = await takeOrderCredits(ctx, order, { id, total: totals.total, datedOn: today });
  const number = await nextNumber(ctx, 'invoice');
  const shared = { version: 1, created_at: now, updated_at: now };
  await ctx.em.insert('commerce.invoice', [
    {
      ...shared,
      id,
      number,
      number_key: numberKey(number),
      order_id: order.id,
      shipment_id: shipmentID ?? null,
      customer_id: order.customerID,
      payment_term_id: order.paymentTermID,
      sales_rep_id: order.salesRepID,
      bill_to: order.billTo,
      ship_to: order.shipTo,
      emails: order.emails,
      dated_on: today,
      due_on: addDays(today, order.paymentTermCode ? paymentTermDays[order.paymentTermCode] : 0),
      line_count: lines.length,
      subtotal: money(totals.subtotal),
      discount: money(totals.discount),
      carried: money(totals.carried),
      total: money(totals.total),
      sales: money(totals.sales),
      allocated: money(credits.taken),
    },
  ]);
  await ctx.em.insert(
    'commerce.invoice_line',
    lines.map((line, index) => ({
      ...shared,
      id: newID('inl'),
      invoice_id: id,
      customer_id: order.customerID,
      position: index + 1,
      order_line_id: line.orderLineID,
      item_id: line.itemID,
      sku: line.sku,
      description: line.description,
      product_type: line.productType,
      quantity: toColumn(roundUnitPrice(line.quantity), 6),
      unit_id: line.unitID,
      unit_name: line.unitName,
      base_quantity: toColumn(line.baseQuantity, 6),
      unit_price: line.unitPrice,
      unit_cost: line.unitCost,
      total: money(line.total),
      discount: money(totals.lineDiscounts[index] ?? zero),
      why: line.why,
    })),
  );
  await credits.write();
  const total = money(totals.total);
  if (totals.carried.gt(zero)) await createCarriedCredit(ctx, order, { invoiceID: id, number, amount: totals.carried });
  await followInvoices(ctx, order.id);
  audit(ctx, { record: invoiceRecord(id), action: 'created', note: `Order ${order.number}` });
  audit(ctx, {
    record: salesOrderRecord(order.id),
    action: 'invoiced',
    note: `Invoice ${number}, ${documentFormats(ctx).amount(total)}`,
  });
  emit(
    ctx,
    invoiceCreated,
    { invoiceID: id, number, customerID: order.customerID, orderID: order.id, shipmentID: shipmentID ?? null, total },
    invoiceRecord(id),
  );
  await ctx.em.flush();
  const { customerID, customerName, customerNumber, customerPO } = order;
  const text = [order.number, customerPO].filter(Boolean).join(' ');
  await indexFound(ctx, 'invoice', [{ id, number, text, customerID, customerName, customerNumber }]);
  if (order.hasPage) await closePages(ctx, { orderIDs: [order.id], invoiceIDs: [id] });
  touchedReceivables(ctx);
  return { id, number };
}

/**
 * Invoices a shipment in the transaction that ships it: shipped quantities at their prices, one-time lines that are not
 * on a valid invoice, freight, and the share of the order discount. The caller has locked the order. Payments tied to
 * the order are allocated to the invoice. Recomputes the sums of the order, so it must be called after
 * `quantity_shipped` is written. Order entities read before are stale afterwards.
 * @throws Problem 409 `period_closed`, `invoiced_too_much`
 */
export async function invoiceShipment(
  ctx: AccountContext,
  shipment: ShippedGoods,
): Promise<{ id: string; number: string }> {
  const order = await invoicedOrder(ctx, shipment.orderID);
  const billed = [...shippedLines(order, shipment.lines), ...oneTimeLines(order)];
  const { shipmentID, freight } = shipment;
  return writeInvoice(ctx, order, billed, { shipmentID, freight });
}

/** Whether the order has no valid invoice yet. Charges per order are put on the first invoice. */
export async function isFirstInvoice(ctx: AccountContext, orderID: string): Promise<boolean> {
  const { rows } = await sql`select from commerce.invoice
    where account_id = ${ctx.account.id} and order_id = ${orderID} and voided_on is null limit 1`.execute(
    ctx.em.query(),
  );
  return !rows.length;
}

/**
 * Invoices an order without goods to ship.
 * @throws Problem 409 as documented at the endpoint
 */
export async function createInvoiceForOrder(ctx: AccountContext, orderID: string): Promise<InvoiceReply> {
  await lockDocuments(ctx, { orderIDs: [orderID] });
  const order = await invoicedOrder(ctx, orderID);
  if (salesOrderStates.is.quoted(order.status))
    throw invoiceProblems.order_not_issued({ message: `Order ${order.number} is not issued yet` });
  const isWaiting = order.lines.some(
    ({ productType, invoiced, baseQuantity }) => productType === 'sale' && decimal(invoiced).lt(decimal(baseQuantity)),
  );
  // An order that is closed short ships no more goods.
  if (isWaiting && salesOrderStates.is.open(order.status))
    throw invoiceProblems.order_ships({
      message: `Order ${order.number} has lines to ship: they are invoiced as they leave`,
    });
  const billed = oneTimeLines(order);
  if (!billed.length && !taxLines(order, billed).length)
    throw invoiceProblems.nothing_to_invoice({ message: `Everything of order ${order.number} is invoiced` });
  const { id } = await writeInvoice(ctx, order, billed, {});
  return invoiceByID(ctx, id);
}

const editable = ['note', 'billTo', 'emails', 'dueOn'] as const;

/** Changes an invoice. After it is sent, only its note can change. */
export async function changeInvoice(
  ctx: AccountContext,
  invoiceID: string,
  input: UpdateInvoiceInput,
): Promise<InvoiceReply> {
  const invoice = await ctx.em.getForUpdate(Invoice, invoiceID);
  ctx.em.expectVersion(invoice, input.version);
  const { note, billTo, invoiceEmailContacts, dueAt } = input;
  const isMore = billTo !== undefined || invoiceEmailContacts !== undefined || dueAt !== undefined;
  if (isMore && (invoice.sentAt || invoice.voidedOn))
    throw invoiceProblems.invoice_sent({
      message: `Invoice ${invoice.number} ${invoice.voidedOn ? 'is void' : 'has been sent'}: only its note can change`,
    });
  if (isMore) await refuseClosed(ctx, [invoice.datedOn], 'dueAt');
  if (dueAt !== undefined && dueAt < invoice.datedOn)
    throw problems.invalid_input({ errors: [{ path: 'dueAt', message: `Must not be before ${invoice.datedOn}` }] });
  const before = snapshotOf(invoice, editable);
  const given = {
    note: note === '' ? null : note,
    billTo: billTo && snapshotOfAddress(billTo),
    emails: invoiceEmailContacts && [...new Set(invoiceEmailContacts)],
    dueOn: dueAt,
  };
  const known = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  const changes = changesOf(before, { ...before, ...known } as typeof before, editable);
  if (!changes.length) return invoiceByID(ctx, invoiceID);
  ctx.em.assign(invoice, given);
  audit(ctx, { record: invoiceRecord(invoiceID), action: 'updated', changes });
  await ctx.em.flush();
  touchedReceivables(ctx);
  return invoiceByID(ctx, invoiceID);
}

/** Voids an invoice. The caller has locked its order. The invoice keeps its number and lines. */
async function takeBack(ctx: AccountContext, invoiceID: string, isShipments: boolean): Promise<void> {
  const invoice = await ctx.em.getForUpdate(Invoice, invoiceID);
  const refuse = (why: string) =>
    invoiceProblems.invoice_not_voidable({ message: `Invoice ${invoice.number} cannot be voided: ${why}` });
  if (invoice.voidedOn) throw refuse('it is void');
  if (invoice.isOpeningBalance) throw refuse('it came from an older system; undo its import');
  if (!isShipments && invoice.shipmentID) throw refuse('void its shipment');
  if (invoice.sentAt) throw refuse('the customer has it; write a credit');
  if (decimal(invoice.allocated).gt(zero)) throw refuse(`${invoice.allocated} of it is paid; take that back first`);
  const { rows: credits } = await sql<{ number: string }>`select number from commerce.transaction
    where account_id = ${ctx.account.id} and invoice_id = ${invoiceID} and order_id is null and voided_on is null
    order by number_key limit 1`.execute(ctx.em.query());
  if (credits[0]) throw refuse(`credit memo ${credits[0].number} is of it; void that first`);
  await refuseClosed(ctx, [invoice.datedOn, todayOf(ctx)]);
  await voidCarriedCredit(ctx, invoiceID, refuse);
  const now = ctx.clock.now();
  ctx.em.assign(invoice, { voidedAt: now, voidedOn: todayOf(ctx) });
  audit(ctx, { record: invoiceRecord(invoiceID), action: 'voided' });
  const [orderID, customerID] = [invoice.order?.id ?? null, invoice.customer.id];
  const { number } = invoice;
  const shipmentID = invoice.shipmentID ?? null;
  emit(ctx, invoiceVoided, { invoiceID, number, customerID, orderID, shipmentID }, invoiceRecord(invoiceID));
  await ctx.em.flush();
  if (orderID) {
    audit(ctx, { record: salesOrderRecord(orderID), action: 'invoice_voided', note: `Invoice ${number}` });
    await followInvoices(ctx, orderID);
  }
  await closePages(ctx, { orderIDs: orderID ? [orderID] : [], invoiceIDs: [invoiceID] });
  touchedReceivables(ctx);
}

/**
 * Voids an invoice that does not belong to a shipment.
 * @throws Problem 409 `invoice_not_voidable` with the reason
 */
export async function voidInvoiceByID(
  ctx: AccountContext,
  invoiceID: string,
  version?: number | undefined,
): Promise<InvoiceReply> {
  await lockDocuments(ctx, { ordersOf: { invoice: [invoiceID] }, invoiceIDs: [invoiceID] });
  ctx.em.expectVersion(await ctx.em.getForUpdate(Invoice, invoiceID), version);
  await takeBack(ctx, invoiceID, false);
  return invoiceByID(ctx, invoiceID);
}

/**
 * Voids the invoice of a shipment in the transaction that voids the shipment. The caller has locked the order. One-time
 * lines and the share of the discount go to the order's next invoice. Does nothing without an invoice. Order entities
 * read before are stale afterwards.
 * @throws Problem 409 `invoice_not_voidable` for a sent, paid or settled invoice; `period_closed`
 */
export async function voidInvoiceOfShipment(ctx: AccountContext, shipmentID: string): Promise<void> {
  await ctx.em.flush();
  const { rows } = await sql<{ id: string }>`select id from commerce.invoice
    where account_id = ${ctx.account.id} and shipment_id = ${shipmentID} and voided_on is null`.execute(ctx.em.query());
  for (const { id } of rows) await takeBack(ctx, id, true);
}
