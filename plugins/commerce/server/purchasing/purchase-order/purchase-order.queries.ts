import {
  decimal,
  type EndpointRequest,
  type QuantityAnswer,
  quantityID,
  roundUnitPrice,
  toWire,
} from '@millwright/core/contracts';
import {
  type AccountContext,
  isoText,
  joinedRecord,
  type NoFields,
  named,
  projection,
  sql,
} from '@millwright/core/server';
import {
  isPurchaseOrderDeletable,
  isPurchaseOrderEditable,
  listPurchaseOrders,
  type PurchaseOrder,
  type PurchaseOrderLine,
  purchaseOrder,
  purchaseOrderStatusChanges,
} from '../../../contracts/index.ts';
import { purchaseOrderIs } from '../../states/states.ts';

/** Condition on orders in answers. */
export const isKeptPurchaseOrder = sql<boolean>`purchase_order.deleted_at is null`;

/** Tables that list rows and single orders read. */
export const purchaseOrderJoins = {
  supplier: { table: 'commerce.supplier', id: 'purchase_order.supplier_id', isRequired: true },
};

/** Columns of list rows and single orders. */
export const columnsOfPurchaseOrder = {
  status: purchaseOrderIs.named('purchase_order.status'),
  priority: named('commerce.priority', 'purchase_order.priority_id', ['id', 'name', 'code']),
  // Rounded down, so that 1 means that every line is complete.
  deliveryProgress: sql`case when purchase_order.quantity_ordered > 0
    then trunc(purchase_order.quantity_stocked / purchase_order.quantity_ordered, 2) else 0 end`,
  expectedOn: sql`purchase_order.expected_on::text`,
};

const wire = (text: string): number => toWire(decimal(text));

/** A line from the statement: numbers as text, so that none is converted to a float. */
interface LineColumns {
  id: string;
  lineItemNumber: number;
  itemID: string;
  sku: string;
  description: string;
  type: PurchaseOrderLine['item']['type'];
  supplierPartNumber: string | null;
  supplierDescription: string | null;
  quantity: string;
  unitID: string;
  unit: string;
  baseQuantity: string;
  least: string | null;
  unitPrice: string;
  total: string;
  received: string;
  rejected: string;
  stocked: string;
  scheduledAt: string | null;
  expectedOn: string | null;
  version: number;
  createdAt: string;
  updatedAt: string;
}

const lineColumns = sql`(select coalesce(json_agg(written order by written."lineItemNumber"), '[]')
  from (select line.id, line.line_item_number as "lineItemNumber", line.item_id as "itemID", line.sku, line.description,
      line.item_type as type, line.supplier_part_number as "supplierPartNumber",
      line.supplier_description as "supplierDescription", line.quantity::text as quantity, line.unit_id as "unitID",
      line.unit_name as unit, line.base_quantity::text as "baseQuantity", line.least_base_quantity::text as least,
      line.unit_price::text as "unitPrice", line.total::text as total, line.quantity_received::text as received,
      line.quantity_rejected::text as rejected, line.quantity_stocked::text as stocked,
      line.scheduled_at::text as "scheduledAt", line.expected_on::text as "expectedOn", line.version,
      line.created_at as "createdAt", line.updated_at as "updatedAt"
    from commerce.purchase_order_line line
    where line.account_id = purchase_order.account_id and line.order_id = purchase_order.id) written)`;

/** Converts base units of a line to the ordered unit. */
export const inLineUnit = (stored: string, line: { quantity: string; baseQuantity: string }): number =>
  /[1-9]/.test(stored)
    ? toWire(roundUnitPrice(decimal(stored).times(decimal(line.quantity)).div(decimal(line.baseQuantity))))
    : 0;

function lineOf(orderID: string, row: LineColumns): PurchaseOrderLine {
  const { unitID, unit } = row;
  const inUnit = (field: string, stored: string): QuantityAnswer => ({
    id: quantityID(row.id, field),
    measure: inLineUnit(stored, row),
    unitID,
    unit,
  });
  return {
    id: row.id,
    purchaseOrderID: orderID,
    lineItemNumber: row.lineItemNumber,
    item: { id: row.itemID, sku: row.sku, description: row.description, type: row.type },
    supplierPartNumber: row.supplierPartNumber,
    supplierDescription: row.supplierDescription,
    quantityOrdered: { id: quantityID(row.id, 'quantityOrdered'), measure: wire(row.quantity), unitID, unit },
    quantityReceived: inUnit('quantityReceived', row.received),
    quantityRejected: inUnit('quantityRejected', row.rejected),
    quantityStocked: inUnit('quantityStocked', row.stocked),
    leastQuantity: row.least === null ? null : inUnit('leastQuantity', row.least),
    isBelowLeast: row.least !== null && decimal(row.baseQuantity).lt(decimal(row.least)),
    unitPrice: wire(row.unitPrice),
    total: wire(row.total),
    scheduledAt: row.scheduledAt,
    expectedOn: row.expectedOn,
    version: row.version,
    createdAt: isoText(row.createdAt),
    updatedAt: isoText(row.updatedAt),
  };
}

const whole = projection<
  typeof purchaseOrder,
  EndpointRequest<typeof listPurchaseOrders>['query'],
  'lines' | 'isEditable' | 'isDeletable' | 'allowedStatusChanges',
  NoFields,
  { lineColumns: LineColumns[]; hasReceipts: boolean }
>(purchaseOrder, {
  list: listPurchaseOrders,
  table: 'commerce.purchase_order',
  joins: purchaseOrderJoins,
  where: isKeptPurchaseOrder,
  computed: {
    ...columnsOfPurchaseOrder,
    supplier: joinedRecord('supplier', ['id', 'number', 'name', 'email', 'isActive']),
    paymentTerm: named('commerce.payment_term', 'purchase_order.payment_term_id', ['id', 'name', 'code']),
    createdBy: sql`json_build_object('id', purchase_order.created_by_id, 'name', purchase_order.created_by_name)`,
    scheduledAt: sql`purchase_order.scheduled_at::text`,
    receivingOrder: sql`(select json_build_object('id', receiving.id, 'number', receiving.number)
      from commerce.receiving_order receiving where receiving.account_id = purchase_order.account_id
        and receiving.purchase_order_id = purchase_order.id and receiving.deleted_at is null)`,
  },
  extra: { lineColumns, hasReceipts: sql`purchase_order.quantity_received > 0` },
  derived: {
    lines: ({ id, lineColumns: columns }) => columns.map((line) => lineOf(id, line)),
    isEditable: ({ status, completedAt }) => isPurchaseOrderEditable({ status: status.code, completedAt }),
    isDeletable: ({ status }) => isPurchaseOrderDeletable(status.code),
    allowedStatusChanges: ({ status, hasReceipts }) => purchaseOrderStatusChanges({ status: status.code, hasReceipts }),
  },
  search: [],
  order: ['number'],
  isFixed: true,
});

/** One order with its lines, in one statement; 404 for an unknown id. */
export const purchaseOrderByID = (ctx: AccountContext, id: string): Promise<PurchaseOrder> => whole.byID(ctx, id);
