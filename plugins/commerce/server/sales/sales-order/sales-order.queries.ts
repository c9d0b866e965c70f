import {
  type AddressSnapshot,
  decimal,
  estimatedWeight,
  problems,
  type QuantityAnswer,
  quantityID,
  roundUnitPrice,
  toWire,
  wireDigits,
} from '@millwright/core/contracts';
import {
  type AccountContext,
  accountSetting,
  fixedSelect,
  isoText,
  preparable,
  sql,
  todayOf,
} from '@millwright/core/server';
import {
  allowedStatusChanges,
  type CustomerStatus,
  isSalesOrderDeletable,
  isSalesOrderEditable,
  type OrderDiscountSnapshot,
  type PaymentTermCode,
  type PriceTrace,
  type PriorityCode,
  type SalesOrder,
  type SalesOrderLine,
  type SalesOrderStatus,
  salesOrderStates,
  traceForCustomer,
} from '../../../contracts/index.ts';
import type { OrderTables } from './sales-order-tables.ts';

/** Orders of the account that are not deleted. */
export const fromSalesOrders = (ctx: AccountContext) =>
  ctx.em
    .query<OrderTables>()
    .selectFrom('commerce.sales_order as sales_order')
    .where('sales_order.account_id', '=', ctx.account.id)
    .where('sales_order.deleted_at', 'is', null);
export type SalesOrdersQuery = ReturnType<typeof fromSalesOrders>;

/** What list rows and single orders have in common: joins of one row each. */
export const withSalesOrderColumns = (query: SalesOrdersQuery) =>
  query
    .innerJoin('commerce.customer as customer', (join) =>
      join
        .onRef('customer.account_id', '=', 'sales_order.account_id')
        .onRef('customer.id', '=', 'sales_order.customer_id'),
    )
    .innerJoin('commerce.v_order_progress as progress', (join) =>
      join
        .onRef('progress.account_id', '=', 'sales_order.account_id')
        .onRef('progress.order_id', '=', 'sales_order.id'),
    )
    .leftJoin('commerce.priority as priority', (join) =>
      join
        .onRef('priority.account_id', '=', 'sales_order.account_id')
        .onRef('priority.id', '=', 'sales_order.priority_id'),
    )
    .leftJoin('commerce.payment_term as payment_term', (join) =>
      join
        .onRef('payment_term.account_id', '=', 'sales_order.account_id')
        .onRef('payment_term.id', '=', 'sales_order.payment_term_id'),
    )
    .leftJoin('core.v_members as rep', (join) =>
      join.onRef('rep.account_id', '=', 'sales_order.account_id').onRef('rep.id', '=', 'sales_order.sales_rep_id'),
    )
    .select([
      'sales_order.id',
      'sales_order.number',
      'sales_order.customer_po as customerPO',
      'sales_order.line_count as lineCount',
      'sales_order.discount',
      'sales_order.total',
      'sales_order.issued_at as issuedAt',
      'sales_order.completed_at as completedAt',
      'sales_order.version',
      'sales_order.created_at as createdAt',
      'sales_order.updated_at as updatedAt',
      sql<SalesOrderStatus>`sales_order.status`.as('status'),
      sql<AddressSnapshot | null>`sales_order.ship_to`.as('shipTo'),
      sql<string | null>`sales_order.promised_at::text`.as('promisedAt'),
      sql<string | null>`sales_order.expired_at::text`.as('expiredAt'),
      'customer.id as customerID',
      'customer.number as customerNumber',
      'customer.name as customerName',
      'customer.email as customerEmail',
      sql<CustomerStatus>`customer.status`.as('customerStatus'),
      'priority.id as priorityID',
      'priority.name as priorityName',
      sql<PriorityCode>`priority.code`.as('priorityCode'),
      'payment_term.id as paymentTermID',
      'payment_term.name as paymentTermName',
      'rep.id as repID',
      'rep.name as repName',
      'progress.pick_completion as pickCompletion',
      'progress.pack_completion as packCompletion',
      'progress.ship_completion as shipCompletion',
      'progress.invoice_completion as invoiceCompletion',
      'progress.shipments',
      'progress.pick_id as pickID',
      'progress.is_paid as isPaid',
      sql<string | null>`(select max(run.run_id) from commerce.sales_order_run run
        where run.account_id = sales_order.account_id and run.order_id = sales_order.id)`.as('productionRunID'),
    ]);
type OrderColumns = Awaited<ReturnType<ReturnType<typeof withSalesOrderColumns>['executeTakeFirstOrThrow']>>;

const named = (id: string | null, name: string | null) => (id === null ? null : { id, name: name ?? '' });
const isoOrNull = (value: Date | string | null): string | null => (value === null ? null : isoText(value));
/** The JSON number of a numeric column: of at most 15 digits every text is that of one double. */
const wire = (text: string): number => (text.length <= wireDigits ? Number(text) : toWire(decimal(text)));

/** The fields that list rows and single orders have in common. */
export const salesOrderFieldsOf = (row: OrderColumns) => ({
  id: row.id,
  number: row.number,
  customerPO: row.customerPO,
  status: { code: row.status, name: salesOrderStates.names[row.status] },
  shipTo: row.shipTo,
  priority: row.priorityID ? { id: row.priorityID, name: row.priorityName ?? '', code: row.priorityCode } : null,
  salesRep: named(row.repID, row.repName),
  pickProgress: wire(row.pickCompletion),
  packProgress: wire(row.packCompletion),
  shipProgress: wire(row.shipCompletion),
  fulfillmentProgress: wire(row.invoiceCompletion),
  shipments: row.shipments,
  pickID: row.pickID,
  isPaid: row.isPaid,
  productionRunID: row.productionRunID,
  promisedAt: row.promisedAt,
  expiredAt: row.expiredAt,
  issuedAt: isoOrNull(row.issuedAt),
  completedAt: isoOrNull(row.completedAt),
  lineCount: row.lineCount,
  discount: wire(row.discount),
  total: wire(row.total),
  version: row.version,
  createdAt: isoText(row.createdAt),
  updatedAt: isoText(row.updatedAt),
});

/** A line as the statement answers it: numbers as text, so that none passes through a float. */
interface LineColumns {
  id: string;
  lineItemNumber: number;
  itemID: string;
  sku: string;
  description: string;
  productType: SalesOrderLine['product']['productType'];
  quantity: string;
  unitID: string;
  unit: string;
  baseQuantity: string;
  unitPrice: string;
  unitCost: string;
  isPriceTyped: boolean;
  priceTrace: PriceTrace;
  total: string;
  picked: string;
  packed: string;
  shipped: string;
  invoiced: string;
  /** Base units; null where nothing is promised. */
  reserved: string | null;
  short: string | null;
  firstOn: string | null;
  ediLineItemID: string | null;
  version: number;
  createdAt: string;
  updatedAt: string;
}

/**
 * The day on which expected stock covers a demand in its turn, null while none does. What should have come before today
 * counts as inventory counts it for everybody who asks: from tomorrow, or where the account says so, never.
 */
const coveredOn = (ctx: AccountContext) => {
  const today = sql`${todayOf(ctx)}::date`;
  return sql`case when demand.short > 0 then (select min(coming.due_on) from (
      select due.due_on, sum(due.open) over (order by due.due_on) as upto from (
        select case when supply.due_on >= ${today} then supply.due_on
            when coalesce(${accountSetting(ctx, 'inventory', 'lateSupply')}, 'tomorrow') <> 'never' then ${today} + 1
          end as due_on, supply.open
        from inventory.v_supplies supply
        where supply.account_id = demand.account_id and supply.item_id = demand.item_id) due
      where due.due_on is not null) coming
    where coming.upto >= demand.short_upto) end`;
};

const linesOf = (ctx: AccountContext) => sql<
  LineColumns[]
>`(select coalesce(json_agg(written order by written."lineItemNumber"), '[]')
  from (select line.id, line.line_item_number as "lineItemNumber", line.item_id as "itemID", line.sku, line.description,
      line.product_type as "productType", line.quantity::text as quantity, line.unit_id as "unitID",
      line.unit_name as unit, line.base_quantity::text as "baseQuantity", line.unit_price::text as "unitPrice",
      line.unit_cost::text as "unitCost",
      line.is_price_typed as "isPriceTyped", line.price_trace as "priceTrace",
      line.total::text as total, line.quantity_picked::text as picked, line.quantity_packed::text as packed,
      line.quantity_shipped::text as shipped, line.quantity_invoiced::text as invoiced,
      line.edi_line_item_id as "ediLineItemID", line.version, line.created_at as "createdAt",
      line.updated_at as "updatedAt", demand.reserved::text as reserved,
      demand.short::text as short, (${coveredOn(ctx)})::text as "firstOn"
    from commerce.sales_order_line line
    left join inventory.v_demands demand on demand.account_id = line.account_id and demand.source_type = 'sales_order'
      and demand.source_id = line.order_id and demand.line_id = line.id
    where line.account_id = sales_order.account_id and line.order_id = sales_order.id) written)`;

/** Costs are for the account's own people. */
const seesCosts = (ctx: AccountContext): boolean => ctx.customerID === undefined;

function lineOf(ctx: AccountContext, orderID: string, row: LineColumns): SalesOrderLine {
  const { unitID, unit } = row;
  const inUnit = (field: string, stored: string): QuantityAnswer => {
    // Most lines are untouched: no arithmetic for nought.
    const measure = /[1-9]/.test(stored)
      ? toWire(roundUnitPrice(decimal(stored).times(decimal(row.quantity)).div(decimal(row.baseQuantity))))
      : 0;
    return { id: quantityID(row.id, field), measure, unitID, unit };
  };
  return {
    id: row.id,
    orderID,
    lineItemNumber: row.lineItemNumber,
    product: { id: row.itemID, sku: row.sku, description: row.description, productType: row.productType },
    quantityOrdered: { id: quantityID(row.id, 'quantityOrdered'), measure: wire(row.quantity), unitID, unit },
    quantityPicked: inUnit('quantityPicked', row.picked),
    quantityPacked: inUnit('quantityPacked', row.packed),
    quantityShipped: inUnit('quantityShipped', row.shipped),
    quantityInvoiced: inUnit('quantityInvoiced', row.invoiced),
    reserved: row.reserved === null ? null : inUnit('reserved', row.reserved),
    short: row.short === null ? null : inUnit('short', row.short),
    firstDate: row.firstOn,
    unitPrice: wire(row.unitPrice),
    isPriceTyped: row.isPriceTyped,
    priceTrace: seesCosts(ctx) ? row.priceTrace : traceForCustomer(row.priceTrace),
    unitCost: seesCosts(ctx) ? wire(row.unitCost) : null,
    total: wire(row.total),
    ediLineItemID: row.ediLineItemID,
    version: row.version,
    createdAt: isoText(row.createdAt),
    updatedAt: isoText(row.updatedAt),
  };
}

const withDetail = (ctx: AccountContext, query: SalesOrdersQuery) =>
  withSalesOrderColumns(query)
    .leftJoin('commerce.carrier as carrier', (join) =>
      join
        .onRef('carrier.account_id', '=', 'sales_order.account_id')
        .onRef('carrier.id', '=', 'sales_order.carrier_id'),
    )
    .leftJoin('commerce.carrier_option as option', (join) =>
      join
        .onRef('option.account_id', '=', 'sales_order.account_id')
        .onRef('option.id', '=', 'sales_order.carrier_option_id'),
    )
    .leftJoin('commerce.shipping_term as shipping_term', (join) =>
      join
        .onRef('shipping_term.account_id', '=', 'sales_order.account_id')
        .onRef('shipping_term.id', '=', 'sales_order.shipping_term_id'),
    )
    .select([
      'sales_order.note',
      'sales_order.customer_note as customerNote',
      'sales_order.offered_at as offeredAt',
      'sales_order.offer_version as offerVersion',
      'sales_order.acknowledgement_emails as acknowledgementEmailContacts',
      'sales_order.invoice_emails as invoiceEmailContacts',
      'sales_order.is_acknowledgment_sent as isAcknowledgmentSent',
      'sales_order.created_by_id as createdByID',
      'sales_order.created_by_name as createdByName',
      'sales_order.order_discount_id as orderDiscountID',
      sql<OrderDiscountSnapshot | null>`sales_order.order_discount_terms`.as('orderDiscountTerms'),
      sql<AddressSnapshot | null>`sales_order.bill_to`.as('billTo'),
      sql<boolean>`sales_order.quantity_picked > 0`.as('hasPicks'),
      sql<PaymentTermCode>`payment_term.code`.as('paymentTermCode'),
      'carrier.id as carrierID',
      'carrier.name as carrierName',
      'carrier.code as carrierCode',
      'carrier.tracking_url_template as trackingUrlTemplate',
      'option.id as optionID',
      'option.name as optionName',
      'option.code as optionCode',
      'shipping_term.id as shippingTermID',
      'shipping_term.name as shippingTermName',
      'progress.first_ship_at as firstShipAt',
      'progress.has_shipped as hasShipped',
      'progress.invoices',
      'progress.payment_intent_ids as paymentIntentIDs',
      linesOf(ctx).as('lines'),
    ]);

/** One order with its lines, in one statement; 404 for what is not there. */
export async function salesOrderByID(ctx: AccountContext, id: string): Promise<SalesOrder> {
  const [row] = await fixedSelect(ctx.em, 'sales order', [ctx.account.id, id, todayOf(ctx)], () =>
    preparable(withDetail(ctx, fromSalesOrders(ctx)).where('sales_order.id', '=', id)),
  );
  // Customers have an estimate from when it is offered.
  if (!row || (ctx.customerID !== undefined && salesOrderStates.is.estimated(row.status) && row.offeredAt === null))
    throw problems.not_found();
  const fields = salesOrderFieldsOf(row);
  const { status, hasPicks, hasShipped, completedAt } = row;
  const isStaff = ctx.customerID === undefined;
  return {
    ...fields,
    customer: {
      id: row.customerID,
      number: row.customerNumber,
      name: row.customerName,
      status: row.customerStatus,
      email: row.customerEmail,
    },
    billTo: row.billTo,
    carrier: row.carrierID
      ? {
          id: row.carrierID,
          name: row.carrierName ?? '',
          code: row.carrierCode,
          trackingUrlTemplate: row.trackingUrlTemplate,
        }
      : null,
    carrierOption: row.optionID ? { id: row.optionID, name: row.optionName ?? '', code: row.optionCode ?? '' } : null,
    paymentTerm: row.paymentTermID
      ? { id: row.paymentTermID, name: row.paymentTermName ?? '', code: row.paymentTermCode }
      : null,
    shippingTerm: named(row.shippingTermID, row.shippingTermName),
    createdBy: { id: row.createdByID, name: row.createdByName },
    note: isStaff ? row.note : null,
    customerNote: row.customerNote,
    acknowledgementEmailContacts: row.acknowledgementEmailContacts,
    invoiceEmailContacts: row.invoiceEmailContacts,
    isAcknowledgmentSent: row.isAcknowledgmentSent,
    offeredAt: isoOrNull(row.offeredAt),
    offerVersion: row.offerVersion,
    firstShipAt: isoOrNull(row.firstShipAt),
    invoices: row.invoices,
    paymentIntentIDs: row.paymentIntentIDs,
    orderDiscountID: row.orderDiscountID,
    orderDiscount:
      row.orderDiscountID && row.orderDiscountTerms ? { id: row.orderDiscountID, ...row.orderDiscountTerms } : null,
    subtotal: toWire(decimal(row.total).plus(decimal(row.discount))),
    lines: row.lines.map((line) => lineOf(ctx, row.id, line)),
    estimatedWeight: toWire(
      estimatedWeight(row.lines.map(({ productType, quantity, unit }) => ({ productType, quantity, unit }))),
    ),
    isEditable: isStaff && isSalesOrderEditable({ status, completedAt, hasShipped }),
    isDeletable: isStaff && isSalesOrderDeletable(status),
    allowedStatusChanges: isStaff ? allowedStatusChanges({ status, hasPicks }) : [],
  };
}
