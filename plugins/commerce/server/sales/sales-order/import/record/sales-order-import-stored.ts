import type { AddressSnapshot } from '@millwright/core/contracts';
import { type AccountContext, sql } from '@millwright/core/server';
import type { CustomerStatus, SalesOrderStatus } from '../../../../../contracts/index.ts';
import type { NewSalesLine } from '../../lines/sales-order-write-lines.ts';
import type { StoredSalesOrder } from './sales-order-import-record.ts';

/** An order as it stands, and what decides whether an import may change it. */
export interface PresentOrder extends StoredSalesOrder {
  customerStatus: CustomerStatus;
  hasPicks: boolean;
  hasShipped: boolean;
  completedAt: string | null;
  isDeleted: boolean;
  /** When it was entered. */
  createdAt: Date | string;
}

interface OrderRow extends Omit<PresentOrder, 'customer' | 'references' | 'names' | 'lines' | 'orderDate'> {
  billTo: AddressSnapshot | null;
  shipTo: AddressSnapshot | null;
  status: SalesOrderStatus;
  customer: PresentOrder['customer'];
  references: PresentOrder['references'];
  names: PresentOrder['names'];
  orderDiscount: PresentOrder['orderDiscount'];
}

/** Orders of these numbers with their lines, deleted ones included: two statements, however many there are. */
export async function salesOrdersByNumber(
  ctx: AccountContext,
  numbers: readonly string[],
): Promise<Map<string, PresentOrder>> {
  const { rows } =
    await sql<OrderRow>`select sold.id, sold.number, sold.version, sold.status, sold.customer_po as "customerPO",
      sold.note, sold.customer_note as "customerNote", sold.promised_at::text as "promisedAt",
      sold.expired_at::text as "expiredAt", sold.bill_to as "billTo", sold.ship_to as "shipTo",
      sold.offered_at as "offeredAt",
      sold.issued_at::text as "issuedAt", sold.completed_at::text as "completedAt",
      sold.created_at as "createdAt", sold.deleted_at is not null as "isDeleted",
      sold.quantity_picked > 0 as "hasPicks", progress.has_shipped as "hasShipped", customer.status as "customerStatus",
      json_build_object('id', customer.id, 'number', customer.number, 'name', customer.name) as customer,
      json_build_object('carrierID', sold.carrier_id, 'carrierOptionID', sold.carrier_option_id,
        'paymentTermID', sold.payment_term_id, 'shippingTermID', sold.shipping_term_id, 'priorityID', sold.priority_id,
        'salesRepID', sold.sales_rep_id) as "references",
      case when sold.order_discount_id is not null then json_build_object('id', sold.order_discount_id,
        'terms', sold.order_discount_terms) end as "orderDiscount",
      json_build_object('carrier', carrier.name, 'carrierOption', option.name, 'paymentTerm', payment.name,
        'shippingTerm', shipping.name, 'priority', priority.name, 'salesRep', rep.name) as names
    from commerce.sales_order sold
    -- A deleted order has no customer any more, and keeps its number all the same.
    left join commerce.customer customer on customer.account_id = sold.account_id and customer.id = sold.customer_id
    join commerce.v_order_progress progress on progress.account_id = sold.account_id and progress.order_id = sold.id
    left join commerce.carrier carrier on carrier.account_id = sold.account_id and carrier.id = sold.carrier_id
    left join commerce.carrier_option option
      on option.account_id = sold.account_id and option.id = sold.carrier_option_id
    left join commerce.payment_term payment
      on payment.account_id = sold.account_id and payment.id = sold.payment_term_id
    left join commerce.shipping_term shipping
      on shipping.account_id = sold.account_id and shipping.id = sold.shipping_term_id
    left join commerce.priority priority on priority.account_id = sold.account_id and priority.id = sold.priority_id
    left join core.v_members rep on rep.account_id = sold.account_id and rep.id = sold.sales_rep_id
    where sold.account_id = ${ctx.account.id} and sold.number = any(${[...numbers]}::text[])`.execute(ctx.em.query());
  const lines = await linesOfOrders(
    ctx,
    rows.flatMap(({ id, isDeleted }) => (isDeleted ? [] : id)),
  );
  return new Map(rows.map((row) => [row.number, { ...row, orderDate: null, lines: lines.get(row.id) ?? [] }]));
}

/** Lines of these orders, those of the lowest number first. */
export async function linesOfOrders(
  ctx: AccountContext,
  orderIDs: readonly string[],
): Promise<Map<string, NewSalesLine[]>> {
  if (!orderIDs.length) return new Map();
  const { rows } = await sql<NewSalesLine & { orderID: string }>`select line.order_id as "orderID", line.id,
      line.line_item_number as "lineItemNumber", line.item_id as "itemID", line.sku, line.description,
      line.product_type as "productType", line.quantity::text as quantity, line.unit_id as "unitID",
      line.unit_name as "unitName", line.base_quantity::text as "baseQuantity", line.base_unit_id as "baseUnitID",
      line.is_price_typed as "isPriceTyped", line.price_trace as "priceTrace",
      line.unit_price::text as "unitPrice", line.unit_cost::text as "unitCost", line.total::text as total,
      line.edi_line_item_id as "ediLineItemID", line.quantity_picked::text as "quantityPicked",
      line.quantity_packed::text as "quantityPacked", line.quantity_shipped::text as "quantityShipped",
      line.quantity_invoiced::text as "quantityInvoiced"
    from commerce.sales_order_line line
    where line.account_id = ${ctx.account.id} and line.order_id = any(${[...orderIDs]}::text[])
    order by line.order_id, line.line_item_number`.execute(ctx.em.query());
  const found = new Map<string, NewSalesLine[]>();
  for (const { orderID, ...line } of rows) {
    const orderRows = found.get(orderID);
    if (orderRows) orderRows.push(line);
    else found.set(orderID, [line]);
  }
  return found;
}
