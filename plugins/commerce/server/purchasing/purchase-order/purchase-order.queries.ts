import {
  type AddressSnapshot,
  decimal,
  problems,
  type QuantityAnswer,
  quantityID,
  roundUnitPrice,
  toWire,
} from '@millwright/core/contracts';
import { type AccountContext, fixedSelect, isoText, preparable, sql } from '@millwright/core/server';
import {
  isPurchaseOrderDeletable,
  isPurchaseOrderEditable,
  type PaymentTermCode,
  type PriorityCode,
  type PurchaseOrder,
  type PurchaseOrderLine,
  type PurchaseOrderStatus,
  purchaseOrderStates,
  purchaseOrderStatusChanges,
} from '../../../contracts/index.ts';
import type { Tables } from '../../tables.ts';

/** Orders of the account that are not deleted. */
export const fromPurchaseOrders = (ctx: AccountContext) =>
  ctx.em
    .query<Tables>()
    .selectFrom('commerce.purchase_order as purchase_order')
    .where('purchase_order.account_id', '=', ctx.account.id)
    .where('purchase_order.deleted_at', 'is', null);
export type PurchaseOrdersQuery = ReturnType<typeof fromPurchaseOrders>;

/** Rounded down: 1 only where every line is there in full. */
const progress = sql<string>`case when purchase_order.quantity_ordered > 0
  then trunc(purchase_order.quantity_stocked / purchase_order.quantity_ordered, 2) else 0 end`;

/** What list rows and single orders have in common: joins of one row each. */
export const withPurchaseOrderColumns = (query: PurchaseOrdersQuery) =>
  query
    .innerJoin('commerce.supplier as supplier', (join) =>
      join
        .onRef('supplier.account_id', '=', 'purchase_order.account_id')
        .onRef('supplier.id', '=', 'purchase_order.supplier_id'),
    )
    .leftJoin('commerce.priority as priority', (join) =>
      join
        .onRef('priority.account_id', '=', 'purchase_order.account_id')
        .onRef('priority.id', '=', 'purchase_order.priority_id'),
    )
    .select([
      'purchase_order.id',
      'purchase_order.number',
      'purchase_order.line_count as lineCount',
      'purchase_order.total',
      'purchase_order.email_sent as emailSent',
      'purchase_order.issued_at as issuedAt',
      'purchase_order.completed_at as completedAt',
      'purchase_order.version',
      'purchase_order.created_at as createdAt',
      'purchase_order.updated_at as updatedAt',
      sql<PurchaseOrderStatus>`purchase_order.status`.as('status'),
      sql<AddressSnapshot | null>`purchase_order.ship_to`.as('shipTo'),
      sql<string | null>`purchase_order.scheduled_at::text`.as('scheduledAt'),
      sql<string | null>`purchase_order.expected_on::text`.as('expectedOn'),
      progress.as('deliveryProgress'),
      'supplier.id as supplierID',
      'supplier.number as supplierNumber',
      'supplier.name as supplierName',
      'supplier.email as supplierEmail',
      'priority.id as priorityID',
      'priority.name as priorityName',
      sql<PriorityCode>`priority.code`.as('priorityCode'),
    ]);
type OrderColumns = Awaited<ReturnType<ReturnType<typeof withPurchaseOrderColumns>['executeTakeFirstOrThrow']>>;

const isoOrNull = (value: Date | string | null): string | null => (value === null ? null : isoText(value));
const wire = (text: string): number => toWire(decimal(text));

/** The fields that list rows and single orders have in common. */
export const purchaseOrderFieldsOf = (row: OrderColumns) => ({
  id: row.id,
  number: row.number,
  status: { code: row.status, name: purchaseOrderStates.names[row.status] },
  shipTo: row.shipTo,
  priority: row.priorityID ? { id: row.priorityID, name: row.priorityName ?? '', code: row.priorityCode } : null,
  deliveryProgress: wire(row.deliveryProgress),
  expectedOn: row.expectedOn,
  issuedAt: isoOrNull(row.issuedAt),
  completedAt: isoOrNull(row.completedAt),
  emailSent: row.emailSent,
  lineCount: row.lineCount,
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

const lines = sql<LineColumns[]>`(select coalesce(json_agg(written order by written."lineItemNumber"), '[]')
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

/** Base units of a line in the unit that was ordered. */
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

const withDetail = (query: PurchaseOrdersQuery) =>
  withPurchaseOrderColumns(query)
    .leftJoin('commerce.payment_term as payment_term', (join) =>
      join
        .onRef('payment_term.account_id', '=', 'purchase_order.account_id')
        .onRef('payment_term.id', '=', 'purchase_order.payment_term_id'),
    )
    .select([
      'purchase_order.note',
      'purchase_order.supplier_note as supplierNote',
      'purchase_order.contacts',
      'purchase_order.created_by_id as createdByID',
      'purchase_order.created_by_name as createdByName',
      sql<PurchaseOrder['receivingOrder']>`(select json_build_object('id', receiving.id, 'number', receiving.number)
        from commerce.receiving_order receiving where receiving.account_id = purchase_order.account_id
          and receiving.purchase_order_id = purchase_order.id and receiving.deleted_at is null)`.as('receivingOrder'),
      sql<AddressSnapshot | null>`purchase_order.bill_to`.as('billTo'),
      sql<boolean>`purchase_order.quantity_received > 0`.as('hasReceipts'),
      'supplier.is_active as isActive',
      'payment_term.id as paymentTermID',
      'payment_term.name as paymentTermName',
      sql<PaymentTermCode>`payment_term.code`.as('paymentTermCode'),
      lines.as('lines'),
    ]);

/** One order with its lines, in one statement; 404 for what is not there. */
export async function purchaseOrderByID(ctx: AccountContext, id: string): Promise<PurchaseOrder> {
  const [row] = await fixedSelect(ctx.em, 'purchase order', [ctx.account.id, id], () =>
    preparable(withDetail(fromPurchaseOrders(ctx)).where('purchase_order.id', '=', id)),
  );
  if (!row) throw problems.not_found();
  const { status, hasReceipts, completedAt } = row;
  return {
    ...purchaseOrderFieldsOf(row),
    supplier: {
      id: row.supplierID,
      number: row.supplierNumber,
      name: row.supplierName,
      email: row.supplierEmail,
      isActive: row.isActive,
    },
    billTo: row.billTo,
    paymentTerm: row.paymentTermID
      ? { id: row.paymentTermID, name: row.paymentTermName ?? '', code: row.paymentTermCode }
      : null,
    contacts: row.contacts,
    createdBy: { id: row.createdByID, name: row.createdByName },
    note: row.note,
    supplierNote: row.supplierNote,
    scheduledAt: row.scheduledAt,
    receivingOrder: row.receivingOrder,
    lines: row.lines.map((line) => lineOf(row.id, line)),
    isEditable: isPurchaseOrderEditable({ status, completedAt }),
    isDeletable: isPurchaseOrderDeletable(status),
    allowedStatusChanges: purchaseOrderStatusChanges({ status, hasReceipts }),
  };
}
