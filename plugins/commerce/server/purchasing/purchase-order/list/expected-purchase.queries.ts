import { decimal, type EndpointRequest, quantityID, toWire } from '@millwright/core/contracts';
import { type AccountContext, listPage, searchIDs, sql } from '@millwright/core/server';
import { type ExpectedPurchase, type listExpectedPurchases, listPurchaseOrders } from '../../../../contracts/index.ts';
import type { Tables } from '../../../tables.ts';
import { inLineUnit } from '../purchase-order.queries.ts';

/** Types of the records that a text finds. */
const found = ['purchase_order', 'product', 'part', 'material', 'supply'];

type Filter = EndpointRequest<typeof listExpectedPurchases>['query'];

/** Lines that are expected: only issued orders have them. */
function expected(ctx: AccountContext, filter: Filter) {
  let matching = ctx.em
    .query<Tables>()
    .selectFrom('commerce.purchase_order_line as line')
    .where('line.account_id', '=', ctx.account.id)
    .where('line.expected_on', 'is not', null)
    .where(sql<boolean>`line.quantity_stocked < line.base_quantity`);
  if (filter.itemIDs) matching = matching.where('line.item_id', 'in', filter.itemIDs);
  if (filter.startDate) matching = matching.where(sql<boolean>`line.expected_on >= ${filter.startDate}::date`);
  if (filter.endDate) matching = matching.where(sql<boolean>`line.expected_on <= ${filter.endDate}::date`);
  if (filter.supplierIDs)
    matching = matching.where(
      'line.order_id',
      'in',
      sql<string>`(select wanted.id from commerce.purchase_order wanted
        where wanted.account_id = ${ctx.account.id} and wanted.supplier_id = any(${filter.supplierIDs}::text[]))`,
    );
  if (filter.query)
    // One set of ids whatever the types.
    matching = matching.where(
      sql<boolean>`array[line.order_id, line.item_id] && array(${searchIDs(found, filter.query)})`,
    );
  return matching;
}
type Matching = ReturnType<typeof expected>;

const withColumns = (query: Matching) =>
  query
    .innerJoin('commerce.purchase_order as purchase_order', (join) =>
      join.onRef('purchase_order.account_id', '=', 'line.account_id').onRef('purchase_order.id', '=', 'line.order_id'),
    )
    .innerJoin('commerce.supplier as supplier', (join) =>
      join
        .onRef('supplier.account_id', '=', 'purchase_order.account_id')
        .onRef('supplier.id', '=', 'purchase_order.supplier_id'),
    )
    .select([
      'line.id',
      'line.item_id as itemID',
      'line.sku',
      'line.description',
      sql<ExpectedPurchase['item']['type']>`line.item_type`.as('type'),
      'line.supplier_part_number as supplierPartNumber',
      'line.quantity',
      'line.base_quantity as baseQuantity',
      'line.unit_id as unitID',
      'line.unit_name as unit',
      sql<string>`(line.base_quantity - line.quantity_stocked)::text`.as('open'),
      sql<string>`line.expected_on::text`.as('expectedOn'),
      'purchase_order.id as orderID',
      'purchase_order.number as orderNumber',
      'supplier.id as supplierID',
      'supplier.number as supplierNumber',
      'supplier.name as supplierName',
    ]);

/** What purchase orders bring, by day: what is overdue first. */
export async function findExpectedPurchases(ctx: AccountContext, page: Filter) {
  const { items, count } = await listPage(ctx, {
    list: listPurchaseOrders,
    scope: 'expected',
    id: 'line.id',
    matching: expected(ctx, page),
    select: (query: unknown) => withColumns(query as Matching),
    page,
    order: [['line.expected_on', 'asc']],
    sortable: {
      expectedOn: 'line.expected_on',
      sku: 'line.sku',
      supplier: sql<string>`(select ordered.supplier_name from commerce.purchase_order ordered
        where ordered.account_id = line.account_id and ordered.id = line.order_id)`,
    },
  });
  return {
    items: items.map(
      (row): ExpectedPurchase => ({
        id: row.id,
        expectedOn: row.expectedOn,
        order: { id: row.orderID, number: row.orderNumber },
        supplier: { id: row.supplierID, number: row.supplierNumber, name: row.supplierName },
        item: { id: row.itemID, sku: row.sku, description: row.description, type: row.type },
        supplierPartNumber: row.supplierPartNumber,
        quantityOrdered: {
          id: quantityID(row.id, 'quantityOrdered'),
          measure: toWire(decimal(row.quantity)),
          unitID: row.unitID,
          unit: row.unit,
        },
        quantityExpected: {
          id: quantityID(row.id, 'quantityExpected'),
          measure: inLineUnit(row.open, row),
          unitID: row.unitID,
          unit: row.unit,
        },
      }),
    ),
    count,
  };
}
