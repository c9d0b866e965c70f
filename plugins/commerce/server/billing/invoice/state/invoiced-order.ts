import { type AddressSnapshot, type OrderDiscountTerms, type ProductType, problems } from '@millwright/core/contracts';
import { type AccountContext, audit, emit, evaluatedOnce, sql, touched } from '@millwright/core/server';
import {
  listSalesOrders,
  type PaymentTermCode,
  type SalesOrderStatus,
  salesOrderStates,
  salesOrderStatusChanged,
} from '../../../../contracts/index.ts';
import { salesOrderRecord } from '../../../sales/sales-order/record/sales-order-history.ts';
import { checkoutIs, salesOrderIs } from '../../../states/states.ts';

/** An order line with the values that invoicing needs. All quantities except `quantity` are in base units. */
export interface InvoicedOrderLine {
  id: string;
  itemID: string;
  sku: string;
  description: string;
  productType: ProductType;
  quantity: string;
  unitID: string;
  unitName: string;
  baseQuantity: string;
  unitPrice: string;
  unitCost: string;
  total: string;
  /** Quantity on valid invoices, and its invoiced amount. */
  invoiced: string;
  billed: string;
}

/** An order with the values that invoicing needs. */
export interface InvoicedOrder {
  id: string;
  number: string;
  status: SalesOrderStatus;
  customerID: string;
  customerPO: string | null;
  customerName: string;
  customerNumber: string;
  billTo: AddressSnapshot | null;
  shipTo: AddressSnapshot | null;
  emails: string[];
  paymentTermID: string | null;
  paymentTermCode: PaymentTermCode | null;
  salesRepID: string | null;
  /** The order discount, and its amount on valid invoices. */
  discount: OrderDiscountTerms | null;
  discountGiven: string;
  /** Credits tied to the order with an open amount. */
  creditIDs: string[];
  /** Whether a payment page of the order is open. */
  hasPage: boolean;
  /** By line number. */
  lines: InvoicedOrderLine[];
}

/** The order with its lines as flushed so far. The caller has locked it. 404 for an unknown id. */
export async function invoicedOrder(ctx: AccountContext, orderID: string): Promise<InvoicedOrder> {
  await ctx.em.flush();
  const { rows } = await sql<InvoicedOrder>`select sold.id, sold.number, sold.status, sold.customer_id as "customerID",
      sold.customer_po as "customerPO", customer.name as "customerName", customer.number as "customerNumber",
      sold.bill_to as "billTo", sold.ship_to as "shipTo",
      sold.invoice_emails as emails, sold.payment_term_id as "paymentTermID", term.code as "paymentTermCode",
      sold.sales_rep_id as "salesRepID",
      sold.order_discount_terms as discount,
      (select coalesce(sum(invoice.discount), 0)::text from commerce.invoice invoice
        where invoice.account_id = sold.account_id and invoice.order_id = sold.id
          and invoice.voided_on is null) as "discountGiven",
      (select coalesce(json_agg(paid.id), '[]') from commerce.transaction paid
        where paid.account_id = sold.account_id and paid.order_id = sold.id and not paid.is_debit
          and paid.voided_on is null and paid.allocated < paid.amount) as "creditIDs",
      exists (select from commerce.checkout_session page where page.account_id = sold.account_id
        and ${checkoutIs.open('page.status')} and (page.order_id = sold.id
        or page.invoice_ids && array(select invoice.id
          from commerce.invoice invoice where invoice.account_id = sold.account_id
            and invoice.order_id = sold.id)::text[])) as "hasPage",
      (select coalesce(json_agg(json_build_object('id', line.id, 'itemID', line.item_id, 'sku', line.sku,
          'description', line.description, 'productType', line.product_type, 'quantity', line.quantity::text,
          'unitID', line.unit_id, 'unitName', line.unit_name, 'baseQuantity', line.base_quantity::text,
          'unitPrice', line.unit_price::text, 'unitCost', line.unit_cost::text, 'total', line.total::text,
          'invoiced', line.quantity_invoiced::text,
          'billed', (select coalesce(sum(part.total), 0)::text from commerce.invoice_line part
            join commerce.invoice invoice on invoice.account_id = part.account_id and invoice.id = part.invoice_id
            where part.account_id = line.account_id and part.order_line_id = line.id
              and invoice.voided_on is null)) order by line.line_item_number), '[]')
        from commerce.sales_order_line line
        where line.account_id = sold.account_id and line.order_id = sold.id) as lines
    from commerce.sales_order sold
    join commerce.customer customer on customer.account_id = sold.account_id and customer.id = sold.customer_id
    left join commerce.payment_term term on term.account_id = sold.account_id and term.id = sold.payment_term_id
    where sold.account_id = ${ctx.account.id} and sold.id = ${orderID} and sold.deleted_at is null`.execute(
    ctx.em.query(),
  );
  const [order] = rows;
  if (!order) throw problems.not_found();
  return order;
}

/**
 * Recomputes the invoiced sums of an order from its valid invoices. The order becomes fulfilled if every line is
 * completely invoiced, otherwise issued.
 */
export async function followInvoices(ctx: AccountContext, orderID: string): Promise<void> {
  const now = ctx.clock.now();
  const sums = evaluatedOnce(sql`select own.account_id, own.id, own.base_quantity,
      coalesce(sum(billed.base_quantity) filter (where invoice.voided_on is null), 0) as invoiced
    from commerce.sales_order_line own
    left join commerce.invoice_line billed on billed.account_id = own.account_id and billed.order_line_id = own.id
    left join commerce.invoice invoice on invoice.account_id = billed.account_id and invoice.id = billed.invoice_id
    where own.account_id = ${ctx.account.id} and own.order_id = ${orderID} group by own.account_id, own.id`);
  const rows = await ctx.em.writeBeside(
    sql<{ was: SalesOrderStatus; is: SalesOrderStatus; number: string; customerID: string }>`
      update commerce.sales_order sold set quantity_invoiced = whole.invoiced, status = whole.status,
        updated_at = ${now}, version = version + (whole.status <> sold.status)::int,
        completed_at = case when whole.status = sold.status then completed_at
          when ${salesOrderIs.fulfilled('whole.status')} then ${now}::timestamptz end
      from (select own.account_id, own.id, own.status as was, sum(sums.invoiced) as invoiced,
          case when ${salesOrderIs.open('own.status')} and bool_and(sums.invoiced >= sums.base_quantity)
            then ${salesOrderIs.to('fulfilled')}
            when ${salesOrderIs.fulfilled('own.status')} and not bool_and(sums.invoiced >= sums.base_quantity)
              then ${salesOrderIs.to('issued')}
            else own.status end as status
        from commerce.sales_order own join ${sums} sums on sums.account_id = own.account_id
        where own.account_id = ${ctx.account.id} and own.id = ${orderID} group by own.account_id, own.id) whole
      where sold.account_id = ${ctx.account.id} and sold.id = ${orderID} and sold.account_id = whole.account_id
        and sold.id = whole.id
      returning whole.was, sold.status as is, sold.number, sold.customer_id as "customerID"`,
    sql`update commerce.sales_order_line line set quantity_invoiced = sums.invoiced, updated_at = ${now}
      from ${sums} sums
      where line.account_id = ${ctx.account.id} and line.order_id = ${orderID}
        and line.account_id = sums.account_id and line.id = sums.id
        and line.quantity_invoiced <> sums.invoiced`,
  );
  touched(ctx, listSalesOrders);
  const [row] = rows;
  if (!row || row.was === row.is) return;
  const { was, is, number, customerID } = row;
  const names = { from: salesOrderStates.names[was], to: salesOrderStates.names[is] };
  audit(ctx, { record: salesOrderRecord(orderID), action: 'status_changed', changes: [{ field: 'status', ...names }] });
  emit(ctx, salesOrderStatusChanged, { orderID, number, customerID, from: was, to: is }, salesOrderRecord(orderID));
}
