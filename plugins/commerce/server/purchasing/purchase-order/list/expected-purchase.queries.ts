import { decimal, type EndpointRequest, quantityID, toWire } from '@millwright/core/contracts';
import {
  among,
  joinedRecord,
  type NoFields,
  projection,
  searchIDs,
  sinceDay,
  sql,
  upToDay,
} from '@millwright/core/server';
import { expectedPurchase, type listExpectedPurchases, listPurchaseOrders } from '../../../../contracts/index.ts';
import { inLineUnit } from '../purchase-order.queries.ts';

/** Record types that a search text may match. */
const found = ['purchase_order', 'product', 'part', 'material', 'supply'];

/** Expected lines by day, overdue ones first; only issued orders have them. */
export const expectedPurchaseView = projection<
  typeof expectedPurchase,
  EndpointRequest<typeof listExpectedPurchases>['query'],
  'quantityOrdered' | 'quantityExpected',
  NoFields,
  { quantity: string; baseQuantity: string; open: string; unitID: string; unit: string }
>(expectedPurchase, {
  list: { path: listPurchaseOrders.path },
  scope: 'expected',
  table: 'commerce.purchase_order_line',
  alias: 'line',
  joins: {
    ordered: { table: 'commerce.purchase_order', id: 'line.order_id', isRequired: true },
    supplier: { table: 'commerce.supplier', id: 'ordered.supplier_id', isRequired: true },
  },
  where: sql<boolean>`(line.expected_on is not null and line.quantity_stocked < line.base_quantity)`,
  computed: {
    expectedOn: sql`line.expected_on::text`,
    order: sql`json_build_object('id', ordered.id, 'number', ordered.number)`,
    supplier: joinedRecord('supplier', ['id', 'number', 'name']),
    item: sql`json_build_object('id', line.item_id, 'sku', line.sku, 'description', line.description,
      'type', line.item_type)`,
  },
  extra: {
    quantity: sql`line.quantity`,
    baseQuantity: sql`line.base_quantity`,
    open: sql`(line.base_quantity - line.quantity_stocked)`,
    unitID: sql`line.unit_id`,
    unit: sql`line.unit_name`,
  },
  derived: {
    quantityOrdered: ({ id, quantity, unitID, unit }) => ({
      id: quantityID(id, 'quantityOrdered'),
      measure: toWire(decimal(quantity)),
      unitID,
      unit,
    }),
    quantityExpected: ({ id, unitID, unit, open, ...line }) => ({
      id: quantityID(id, 'quantityExpected'),
      measure: inLineUnit(open, line),
      unitID,
      unit,
    }),
  },
  // All types in one set of ids.
  search: (text) => sql<boolean>`array[line.order_id, line.item_id] && array(${searchIDs(found, text)})`,
  sortable: {
    expectedOn: 'line.expected_on',
    sku: 'line.sku',
    supplier: sql`(select bought.supplier_name from commerce.purchase_order bought
      where bought.account_id = line.account_id and bought.id = line.order_id)`,
  },
  filters: {
    itemIDs: (ids) => among('line.item_id', ids),
    startDate: sinceDay('line.expected_on'),
    endDate: upToDay('line.expected_on'),
    supplierIDs: (ids, { account }) => sql<boolean>`line.order_id in (select wanted.id
      from commerce.purchase_order wanted
      where wanted.account_id = ${account.id} and ${among('wanted.supplier_id', ids)})`,
  },
  order: ['expectedOn'],
});
