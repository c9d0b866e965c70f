import type { AccountContext } from '@millwright/core/server';
import type { OrderDiscountChoice } from '../../../pricing/order-discount/order-discount-choice.ts';
import { sumsOfSalesLines } from '../lines/sales-order-sums.ts';
import type { NewSalesLine } from '../lines/sales-order-write-lines.ts';
import type { SalesOrder } from '../sales-order.entity.ts';
import type { OrderReferenceIDs } from './sales-order-references.ts';

/** Columns of a new order that come from its request. */
type NewOrder = Pick<
  SalesOrder,
  | 'id'
  | 'number'
  | 'numberKey'
  | 'customerPO'
  | 'status'
  | 'customerName'
  | 'billTo'
  | 'shipTo'
  | 'note'
  | 'customerNote'
  | 'acknowledgementEmails'
  | 'invoiceEmails'
  | 'promisedAt'
  | 'expiredAt'
> & {
  /** The discount with its terms at the time of ordering. */
  orderDiscount?: OrderDiscountChoice | null;
  customerID: string;
  /** Default: now. */
  enteredAt?: Date | string;
  issuedAt?: Date | string | null;
  paysFirst?: boolean;
};

/** A new order with its lines. */
interface NewOrderParts {
  order: NewOrder;
  references: OrderReferenceIDs;
  lines: readonly NewSalesLine[];
}

const orderRow = (ctx: AccountContext, now: Date, { order, references, lines }: NewOrderParts) => {
  const sums = sumsOfSalesLines(lines, order.orderDiscount?.terms);
  return {
    version: 1,
    created_at: order.enteredAt ?? now,
    updated_at: now,
    id: order.id,
    number: order.number,
    number_key: order.numberKey,
    customer_po: order.customerPO,
    status: order.status,
    customer_id: order.customerID,
    customer_name: order.customerName,
    bill_to: order.billTo,
    ship_to: order.shipTo,
    carrier_id: references.carrierID,
    carrier_option_id: references.carrierOptionID,
    payment_term_id: references.paymentTermID,
    shipping_term_id: references.shippingTermID,
    priority_id: references.priorityID,
    sales_rep_id: references.salesRepID,
    created_by_id: ctx.memberID ?? null,
    created_by_name: ctx.actor.name,
    note: order.note,
    customer_note: order.customerNote,
    acknowledgement_emails: order.acknowledgementEmails,
    invoice_emails: order.invoiceEmails,
    promised_at: order.promisedAt,
    expired_at: order.expiredAt,
    issued_at: order.issuedAt ?? null,
    pays_first: order.paysFirst ?? false,
    order_discount_id: order.orderDiscount?.id ?? null,
    order_discount_terms: order.orderDiscount?.terms ?? null,
    line_count: sums.lineCount,
    discount: sums.discount,
    total: sums.total,
    quantity_to_pick: sums.quantityToPick,
    quantity_to_invoice: sums.quantityToInvoice,
  };
};

/**
 * Inserts new orders with their lines in two statements, however many there are. ORM entities would take several times
 * as long, and all other transactions that need an order number wait meanwhile.
 */
export async function insertSalesOrders(ctx: AccountContext, orders: readonly NewOrderParts[]): Promise<void> {
  const now = ctx.clock.now();
  await ctx.em.insert(
    'commerce.sales_order',
    orders.map((each) => orderRow(ctx, now, each)),
  );
  await ctx.em.insert(
    'commerce.sales_order_line',
    orders.flatMap(({ order, lines }) =>
      lines.map((line) => ({
        version: 1,
        created_at: order.enteredAt ?? now,
        updated_at: now,
        order_id: order.id,
        customer_id: order.customerID,
        ...salesLineColumns(line),
      })),
    ),
  );
}

/** Columns of a new line that come from its request. */
export const salesLineColumns = (line: NewSalesLine) => ({
  id: line.id,
  line_item_number: line.lineItemNumber,
  item_id: line.itemID,
  sku: line.sku,
  description: line.description,
  product_type: line.productType,
  quantity: line.quantity,
  unit_id: line.unitID,
  unit_name: line.unitName,
  base_quantity: line.baseQuantity,
  base_unit_id: line.baseUnitID,
  unit_price: line.unitPrice,
  // Lines from the undo data of older change sets lack both fields.
  is_price_typed: line.isPriceTyped ?? true,
  price_trace: line.priceTrace ?? [],
  unit_cost: line.unitCost,
  total: line.total,
  edi_line_item_id: line.ediLineItemID,
});
