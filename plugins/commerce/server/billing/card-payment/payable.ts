import { type Big, decimal, greaterOf, problems, sumOf, zero } from '@millwright/core/contracts';
import { type AccountContext, sql } from '@millwright/core/server';
import { cardPaymentProblems, type SalesOrder } from '../../../contracts/index.ts';
import { salesOrderByID } from '../../sales/sales-order/sales-order.queries.ts';

/** What a payment page is opened for. */
export interface PayableDocument {
  /** In words: `Order 1042`. */
  title: string;
  customerID: string;
  email: string | null;
  amount: Big;
  /** The order that is paid; undefined for invoices. */
  order?: SalesOrder;
  invoiceIDs: string[];
  /** Where the provider sends back to, from the address of the installation on. */
  returnPath: string;
}

/** What is left to pay of an order: its total, or what was invoiced of it, less what covers either. */
export async function leftToPay(ctx: AccountContext, order: { id: string; total: number }): Promise<Big> {
  const { rows } = await sql<{ invoiced: string; covered: string }>`select
      coalesce((select sum(total) from commerce.invoice where account_id = ${ctx.account.id}
        and order_id = ${order.id} and voided_on is null), 0)::text as invoiced,
      (coalesce((select sum(allocated) from commerce.invoice where account_id = ${ctx.account.id}
          and order_id = ${order.id} and voided_on is null), 0)
        + coalesce((select sum(amount - allocated) from commerce.transaction where account_id = ${ctx.account.id}
          and order_id = ${order.id} and not is_debit and voided_on is null), 0))::text as covered`.execute(
    ctx.em.query(),
  );
  const { invoiced = '0', covered = '0' } = rows[0] ?? {};
  return greaterOf(decimal(order.total), decimal(invoiced)).minus(decimal(covered));
}

const payable = new Set(['estimate', 'issued', 'fulfilled']);

/** @throws Problem 404, 409 `nothing_to_pay` */
export async function orderToPay(
  ctx: AccountContext,
  orderID: string,
): Promise<PayableDocument & { order: SalesOrder }> {
  const order = await salesOrderByID(ctx, orderID);
  const amount = await leftToPay(ctx, order);
  if (!payable.has(order.status.code) || amount.lte(zero)) throw cardPaymentProblems.nothing_to_pay();
  return {
    title: `Order ${order.number}`,
    customerID: order.customer.id,
    email: order.customer.email,
    amount,
    order,
    invoiceIDs: [],
    returnPath: `/dashboard/my-orders/${order.id}?thanks=1`,
  };
}

/** An invoice of which something is left to pay. */
export interface OpenInvoice {
  id: string;
  number: string;
  open: string;
}

/** Of these invoices of a customer those that are open, the oldest first. */
export async function openInvoicesOf(
  ctx: AccountContext,
  customerID: string,
  which: { ids: readonly string[] } | { orderID: string },
): Promise<OpenInvoice[]> {
  const chosen = 'ids' in which ? sql`id = any(${[...which.ids]}::text[])` : sql`order_id = ${which.orderID}`;
  const { rows } = await sql<OpenInvoice>`select id, number, (total - allocated)::text as open
    from commerce.invoice where account_id = ${ctx.account.id} and customer_id = ${customerID} and ${chosen}
      and voided_on is null and allocated < total order by dated_on, number_key`.execute(ctx.em.query());
  return rows;
}

/** @throws Problem 404 for invoices of others, 409 `nothing_to_pay` where one of them is paid or void */
export async function invoicesToPay(
  ctx: AccountContext,
  customerID: string,
  invoiceIDs: readonly string[],
): Promise<PayableDocument> {
  const ids = [...new Set(invoiceIDs)];
  const { rows } = await sql<{ id: string; email: string | null }>`select invoice.id, customer.email
    from commerce.invoice invoice
    join commerce.customer customer on customer.account_id = invoice.account_id and customer.id = invoice.customer_id
    where invoice.account_id = ${ctx.account.id} and invoice.customer_id = ${customerID}
      and invoice.id = any(${ids}::text[])`.execute(ctx.em.query());
  if (rows.length < ids.length) throw problems.not_found({ message: 'There is no such invoice' });
  const open = await openInvoicesOf(ctx, customerID, { ids });
  if (open.length < ids.length)
    throw cardPaymentProblems.nothing_to_pay({ message: 'One of these invoices is paid meanwhile; choose again' });
  const [first, ...others] = open;
  return {
    title: others.length ? `Invoice ${first?.number} and ${others.length} more` : `Invoice ${first?.number}`,
    customerID,
    email: rows[0]?.email ?? null,
    amount: sumOf(open.map((invoice) => invoice.open)),
    invoiceIDs: ids,
    returnPath: '/dashboard/my-invoices?thanks=1',
  };
}
