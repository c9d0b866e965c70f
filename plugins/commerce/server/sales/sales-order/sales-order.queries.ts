import {
  decimal,
  type EndpointRequest,
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
  isoText,
  joinedRecord,
  named,
  projection,
  sql,
  todayOf,
} from '@millwright/core/server';
import {
  allowedStatusChanges,
  isSalesOrderDeletable,
  isSalesOrderEditable,
  listSalesOrders,
  type PriceTrace,
  type SalesOrder,
  type SalesOrderLine,
  salesOrder,
  salesOrderReferences,
  salesOrderStates,
  traceForCustomer,
} from '../../../contracts/index.ts';
import { referenceTables } from '../../parties/reference-tables.ts';
import { salesOrderIs } from '../../states/states.ts';
import type { OrderTables } from './list/sales-order-tables.ts';

/** Condition on orders in answers. */
export const isKeptSalesOrder = sql<boolean>`sales_order.deleted_at is null`;

/** The account's orders, without deleted ones. */
export const fromSalesOrders = (ctx: AccountContext) =>
  ctx.em
    .query<OrderTables>()
    .selectFrom('commerce.sales_order as sales_order')
    .where('sales_order.account_id', '=', ctx.account.id)
    .where(isKeptSalesOrder);

/** Tables that list rows and single orders read. */
export const salesOrderJoins = {
  customer: { table: 'commerce.customer', id: 'sales_order.customer_id', isRequired: true },
  progress: { table: 'commerce.v_order_progress', id: 'sales_order.id', key: 'order_id', isRequired: true },
};

/** Columns of list rows and single orders. */
export const columnsOfSalesOrder = {
  status: salesOrderIs.named('sales_order.status'),
  salesRep: named('core.v_members', 'sales_order.sales_rep_id'),
  promisedAt: sql`sales_order.promised_at::text`,
  expiredAt: sql`sales_order.expired_at::text`,
  pickProgress: sql`progress.pick_completion`,
  packProgress: sql`progress.pack_completion`,
  shipProgress: sql`progress.ship_completion`,
  fulfillmentProgress: sql`progress.invoice_completion`,
  shipments: sql`progress.shipments`,
  pickID: sql`progress.pick_id`,
  isPaid: sql`progress.is_paid`,
  productionRunID: sql`(select max(run.run_id) from commerce.sales_order_run run
    where run.account_id = sales_order.account_id and run.order_id = sales_order.id)`,
};

/** A numeric column as a JSON number. A text of at most 15 digits is exact as a double. */
const wire = (text: string): number => (text.length <= wireDigits ? Number(text) : toWire(decimal(text)));

/** A line as the statement answers it. Numbers are texts, so that no value passes through a float. */
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
  /** Base units. Null without a demand in inventory. */
  reserved: string | null;
  short: string | null;
  firstOn: string | null;
  ediLineItemID: string | null;
  version: number;
  createdAt: string;
  updatedAt: string;
}

/**
 * The day on which expected stock covers a demand, after all demands that are served before it. Null while no expected
 * stock covers it. Late stock counts as everywhere in inventory: from tomorrow on or never, by the account's setting.
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

/** Portal users see no costs and no internal notes, and change nothing. */
const isStaff = (ctx: AccountContext): boolean => ctx.customerID === undefined;

function lineOf(ctx: AccountContext, orderID: string, row: LineColumns): SalesOrderLine {
  const { unitID, unit } = row;
  const inUnit = (field: string, stored: string): QuantityAnswer => {
    // Most lines have no progress yet. Zero needs no arithmetic.
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
    priceTrace: isStaff(ctx) ? row.priceTrace : traceForCustomer(row.priceTrace),
    unitCost: isStaff(ctx) ? wire(row.unitCost) : null,
    total: wire(row.total),
    ediLineItemID: row.ediLineItemID,
    version: row.version,
    createdAt: isoText(row.createdAt),
    updatedAt: isoText(row.updatedAt),
  };
}

const whole = projection<
  typeof salesOrder,
  EndpointRequest<typeof listSalesOrders>['query'],
  'note' | 'lines' | 'subtotal' | 'estimatedWeight' | 'isEditable' | 'isDeletable' | 'allowedStatusChanges',
  typeof salesOrderReferences,
  { lineColumns: LineColumns[]; hasPicks: boolean; hasShipped: boolean; internalNote: string | null }
>(salesOrder, {
  list: listSalesOrders,
  table: 'commerce.sales_order',
  joins: { ...salesOrderJoins, option: { table: 'commerce.carrier_option', id: 'sales_order.carrier_option_id' } },
  where: isKeptSalesOrder,
  fields: salesOrderReferences,
  tables: referenceTables,
  computed: {
    ...columnsOfSalesOrder,
    customer: sql`json_build_object('id', customer.id, 'number', customer.number, 'name', customer.name,
      'status', customer.status, 'email', customer.email)`,
    carrier: named('commerce.carrier', 'sales_order.carrier_id', ['id', 'name', 'code', 'trackingUrlTemplate']),
    carrierOption: joinedRecord('option', ['id', 'name', 'code']),
    createdBy: sql`json_build_object('id', sales_order.created_by_id, 'name', sales_order.created_by_name)`,
    acknowledgementEmailContacts: sql`sales_order.acknowledgement_emails`,
    invoiceEmailContacts: sql`sales_order.invoice_emails`,
    firstShipAt: sql`progress.first_ship_at`,
    invoices: sql`progress.invoices`,
    paymentIntentIDs: sql`progress.payment_intent_ids`,
    orderDiscount: sql`case when sales_order.order_discount_id is not null
      then jsonb_build_object('id', sales_order.order_discount_id) || sales_order.order_discount_terms end`,
  },
  extra: {
    lineColumns: linesOf,
    internalNote: sql`sales_order.note`,
    hasPicks: sql`(sales_order.quantity_picked > 0)`,
    hasShipped: sql`progress.has_shipped`,
  },
  derived: {
    note: ({ internalNote }, ctx) => (isStaff(ctx) ? internalNote : null),
    lines: ({ id, lineColumns }, ctx) => lineColumns.map((line) => lineOf(ctx, id, line)),
    subtotal: ({ total, discount }) => toWire(decimal(total).plus(decimal(discount))),
    estimatedWeight: ({ lineColumns }) => toWire(estimatedWeight(lineColumns)),
    isEditable: ({ status, completedAt, hasShipped }, ctx) =>
      isStaff(ctx) && isSalesOrderEditable({ status: status.code, completedAt, hasShipped }),
    isDeletable: ({ status }, ctx) => isStaff(ctx) && isSalesOrderDeletable(status.code),
    allowedStatusChanges: ({ status, hasPicks }, ctx) =>
      isStaff(ctx) ? allowedStatusChanges({ status: status.code, hasPicks }) : [],
  },
  search: [],
  order: ['number'],
  isFixed: true,
});

/** One order with its lines, in one statement. 404 for an unknown id. */
export async function salesOrderByID(ctx: AccountContext, id: string): Promise<SalesOrder> {
  const order = await whole.byID(ctx, id);
  // Customers see an estimate only after it is offered.
  if (!isStaff(ctx) && salesOrderStates.is.estimated(order.status.code) && order.offeredAt === null)
    throw problems.not_found();
  return order;
}
