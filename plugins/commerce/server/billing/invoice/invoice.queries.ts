import { type Big, decimal, type EndpointRequest, problems, sumOf, toWire } from '@millwright/core/contracts';
import {
  type AccountContext,
  among,
  instantJSON,
  named,
  otherName,
  projection,
  sql,
  todayOf,
} from '@millwright/core/server';
import {
  type Invoice,
  type InvoiceFilter,
  type InvoiceLine,
  invoice,
  invoiceRow,
  listInvoices,
} from '../../../contracts/index.ts';
import { usualCost } from '../../document/lines/sold-lines.ts';
import { invoiceIs } from '../../states/states.ts';
import { allocationsOf } from '../transaction/allocation-view.ts';

type Page = EndpointRequest<typeof listInvoices>['query'];

const open = sql<string>`case when invoice.voided_on is null then invoice.total - invoice.allocated else 0 end`;
/** Status of a row of the table `invoice`. */
export const statusCode = invoiceIs.derived(`case when invoice.voided_on is not null then ${invoiceIs.to('void')}
  when invoice.allocated >= invoice.total then ${invoiceIs.to('paid')} else ${invoiceIs.to('open')} end`);
/** An invoice is not overdue where payments of its order cover the open amount, but for cents of rounding. */
const isOverdue = (ctx: AccountContext) =>
  sql<boolean>`(invoice.voided_on is null and invoice.allocated < invoice.total and invoice.due_on <
    ${todayOf(ctx)}::date and exists (select from commerce.v_invoice_owing debt
      where debt.account_id = invoice.account_id and debt.invoice_id = invoice.id and debt.owing > 0))`;

/** A subquery over the order of an invoice and the records that it refers to. */
const ofOrder = (what: ReturnType<typeof sql>) => sql`(select ${what} from commerce.sales_order sold
  left join commerce.priority priority on priority.account_id = sold.account_id and priority.id = sold.priority_id
  where sold.account_id = invoice.account_id and sold.id = invoice.order_id)`;
const ofCustomer = (what: ReturnType<typeof sql>) => sql`(select ${what} from commerce.customer customer
  where customer.account_id = invoice.account_id and customer.id = invoice.customer_id)`;

const computed = {
  status: invoiceIs.named(statusCode),
  date: sql`invoice.dated_on::text`,
  dueAt: sql`invoice.due_on::text`,
  isOverdue,
  customer: ofCustomer(sql`json_build_object('id', customer.id, 'name', customer.name, 'number', customer.number,
    'email', customer.email, 'isEdiEnabled', customer.is_edi_enabled)`),
  order: ofOrder(sql`json_build_object('id', sold.id, 'number', sold.number)`),
  shipment: sql`(select json_build_object('id', packed.id, 'number', packed.number) from commerce.shipment packed
    where packed.account_id = invoice.account_id and packed.id = invoice.shipment_id)`,
  orderNumber: ofOrder(sql`sold.number`),
  customerPO: ofOrder(sql`sold.customer_po`),
  priority: ofOrder(sql`case when priority.id is not null then
    json_build_object('id', priority.id, 'name', priority.name, 'code', priority.code) end`),
  paymentTerm: sql`(select json_build_object('id', term.id, 'name', term.name, 'code', term.code)
    from commerce.payment_term term
    where term.account_id = invoice.account_id and term.id = invoice.payment_term_id)`,
  salesRep: named('core.v_members', 'invoice.sales_rep_id'),
  totalInvoiced: sql`invoice.total`,
  open,
  isPaidInFull: invoiceIs.paid(statusCode),
  hasBeenSent: sql`(invoice.sent_at is not null)`,
  acceptsInvoiceEmails: ofCustomer(sql`customer.accepts_invoice_emails`),
};

const hasLine = (condition: ReturnType<typeof sql>) => sql<boolean>`exists (select from commerce.invoice_line line
  where line.account_id = invoice.account_id and line.invoice_id = invoice.id and ${condition})`;

/** Invoices in lists. */
export const invoiceRows = projection<typeof invoiceRow, EndpointRequest<typeof listInvoices>['query']>(invoiceRow, {
  list: listInvoices,
  table: 'commerce.invoice',
  computed,
  search: { document: 'invoice' },
  sortable: {
    number: 'invoice.number_key',
    date: 'invoice.dated_on',
    dueAt: 'invoice.due_on',
    customer: otherName('commerce.customer', 'invoice.customer_id'),
  },
  filters: {
    status: (codes) => sql<boolean>`${statusCode} = any(${codes}::text[])`,
    isOverdue: (value, ctx) => sql<boolean>`${isOverdue(ctx)} = ${value}`,
    hasBeenSent: (value) => sql<boolean>`(invoice.sent_at is not null) = ${value}`,
    invoiceIDs: (ids) => among('invoice.id', ids),
    itemIDs: (ids) => hasLine(sql`line.item_id = any(${ids}::text[])`),
    productLineIDs: (ids) =>
      hasLine(sql`line.item_id in (select item.id from inventory.v_items item
        where item.account_id = invoice.account_id and item.product_line_id = any(${ids}::text[]))`),
    customerIDs: (ids) => among('invoice.customer_id', ids),
    customerGroupIDs: (ids) => sql<boolean>`invoice.customer_id in (select grouped.id from commerce.customer grouped
      where grouped.account_id = invoice.account_id and grouped.customer_type_group_id = any(${ids}::text[]))`,
    salesRepIDs: (ids) => among('invoice.sales_rep_id', ids),
    orderIDs: (ids) => among('invoice.order_id', ids),
    startDate: (day) => sql<boolean>`invoice.dated_on >= ${day}::date`,
    endDate: (day) => sql<boolean>`invoice.dated_on <= ${day}::date`,
  },
  order: [
    ['date', 'desc'],
    ['number', 'desc'],
  ],
});

/**
 * Value of a line's goods when they left, less returned goods. Goods without stock movements are valued at the cost of
 * the order line.
 */
const costOfLine = sql`round(coalesce((select -sum(movement.value) from commerce.shipment_line packed
      join inventory.v_movements movement on movement.account_id = packed.account_id
        and movement.source_type = 'shipment' and movement.source_id = packed.shipment_id
        and movement.source_line_id = packed.id and movement.action in ('ship', 'void')
      where packed.account_id = invoice.account_id and packed.shipment_id = invoice.shipment_id
        and packed.order_line_id = line.order_line_id), ${usualCost('line')})
    - coalesce((select sum(goods.value) from commerce.credit_line credited
      join commerce.transaction memo on memo.account_id = credited.account_id and memo.id = credited.transaction_id
        and memo.voided_on is null
      join commerce.returned_goods goods on goods.account_id = credited.account_id
        and goods.credit_line_id = credited.id
      where credited.account_id = line.account_id and credited.invoice_line_id = line.id), 0), 2)`;

const lines = (
  ctx: AccountContext,
) => sql`(select coalesce(json_agg(json_build_object('id', line.id, 'position', line.position,
    'createdAt', ${instantJSON('line.created_at')}, 'updatedAt', ${instantJSON('line.updated_at')},
    'orderLine', (select json_build_object('id', sold.id, 'lineItemNumber', sold.line_item_number)
      from commerce.sales_order_line sold where sold.account_id = line.account_id and sold.id = line.order_line_id),
    'orderLineID', line.order_line_id, 'itemID', line.item_id, 'sku', line.sku, 'description', line.description,
    'productType', line.product_type,
    'quantity', json_build_object('id', 'qty_' || line.id || '.quantity', 'measure', line.quantity, 'unitID',
      line.unit_id,
      'unit', line.unit_name),
    'unitPrice', line.unit_price, 'total', line.total, 'discount', line.discount,
    'quantityCredited', round(line.quantity_credited * line.quantity / line.base_quantity, 6),
    'amountCredited', line.amount_credited,
    'cost', ${ctx.customerID === undefined ? costOfLine : sql`null`},
    'why', line.why) order by line.position), '[]')
  from commerce.invoice_line line where line.account_id = invoice.account_id and line.invoice_id = invoice.id)`;

/** Sum over products and services. Tax, freight and credits earn nothing. */
const sumOfEarning = (billed: readonly InvoiceLine[], amountOf: (line: InvoiceLine) => Big): number | null => {
  const earning = billed.filter(({ productType }) => productType === 'sale' || productType === 'service');
  return earning.some(({ cost }) => cost === null) ? null : toWire(sumOf(earning.map(amountOf)));
};
const costOf = ({ cost }: InvoiceLine): Big => decimal(cost ?? 0);
const earnedOf = ({ total, discount, amountCredited }: InvoiceLine): Big =>
  decimal(total).minus(decimal(discount)).minus(decimal(amountCredited));

const whole = projection<typeof invoice, Page, 'cost' | 'margin'>(invoice, {
  list: listInvoices,
  table: 'commerce.invoice',
  computed: {
    ...computed,
    invoiceEmailContacts: sql`to_json(invoice.emails)`,
    lines,
    allocations: allocationsOf('invoice', sql`allocation.invoice_id = invoice.id and allocation.unapplied_on is null`),
    isEditable: (ctx) =>
      sql`(${ctx.customerID === undefined}::boolean and invoice.sent_at is null and invoice.voided_on is null)`,
    isVoidable: (ctx) =>
      sql`(${ctx.customerID === undefined}::boolean and invoice.sent_at is null and invoice.voided_on is null
        and invoice.allocated = 0 and invoice.shipment_id is null and not invoice.is_opening_balance)`,
  },
  derived: {
    cost: (row) => sumOfEarning(row.lines, costOf),
    margin: (row) => sumOfEarning(row.lines, (line) => earnedOf(line).minus(costOf(line))),
  },
  search: { document: 'invoice' },
  order: ['number'],
});

/** One invoice with its lines and allocations. 404 for an unknown id. */
export const invoiceByID = (ctx: AccountContext, id: string): Promise<Invoice> => whole.byID(ctx, id);

/** The invoices of a customer. 404 for an unknown customer. */
export async function invoicesOfCustomer(
  ctx: AccountContext,
  customerID: string,
  page: EndpointRequest<typeof listInvoices>['query'],
) {
  // The account's own id stands for all customers.
  if (customerID === ctx.account.id && ctx.customerID === undefined) return invoiceRows.find(ctx, page);
  const { rows } = await sql`select from commerce.customer
    where account_id = ${ctx.account.id} and id = ${customerID}`.execute(ctx.em.query());
  if (!rows.length) throw problems.not_found();
  return invoiceRows.find(ctx, { ...page, customerIDs: [customerID] });
}

/** Ids of the invoices that match a filter. */
export const findInvoiceIDs = (ctx: AccountContext, filter: InvoiceFilter): Promise<string[]> =>
  invoiceRows.findIDs(ctx, filter);

/** Invoices with this number, restricted to a customer if one is given. */
export async function findInvoicesByNumber(
  ctx: AccountContext,
  number: string,
  { customerID }: { customerID?: string },
): Promise<{ id: string; label: string }[]> {
  const { rows } = await sql<{ id: string; label: string }>`select id, number as label from commerce.invoice
    where account_id = ${ctx.account.id} and number = ${number}
      and (${customerID ?? null}::text is null or customer_id = ${customerID ?? null})`.execute(ctx.em.query());
  return rows;
}
