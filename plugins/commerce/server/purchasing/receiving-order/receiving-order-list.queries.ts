import type { EndpointRequest } from '@millwright/core/contracts';
import { among, projection, since, sql, upTo } from '@millwright/core/server';
import { listReceivingOrders, receivingOrderRow } from '../../../contracts/index.ts';
import { receivingIs } from '../../states/states.ts';

/** Stocked percentage, rounded down, so that 100 means that every line is complete. */
const completion = sql`case when receiving_order.quantity > 0
  then trunc(100 * receiving_order.quantity_stocked / receiving_order.quantity, 2) else 0 end`;

/** Projection of receiving orders; hidden ones are missing. */
export const receivingOrderView = projection<
  typeof receivingOrderRow,
  EndpointRequest<typeof listReceivingOrders>['query']
>(receivingOrderRow, {
  list: listReceivingOrders,
  table: 'commerce.receiving_order',
  where: sql<boolean>`receiving_order.deleted_at is null`,
  computed: {
    status: receivingIs.named('receiving_order.status'),
    purchaseOrder: sql`(select json_build_object('id', bought.id, 'number', bought.number)
      from commerce.purchase_order bought where bought.account_id = receiving_order.account_id
        and bought.id = receiving_order.purchase_order_id)`,
    supplier: sql`(select json_build_object('id', supplier.id, 'name', supplier.name, 'number', supplier.number)
      from commerce.supplier supplier where supplier.account_id = receiving_order.account_id
        and supplier.id = receiving_order.supplier_id)`,
    completionPercentage: completion,
    expectedOn: sql`receiving_order.expected_on::text`,
  },
  search: { document: 'receiving_order' },
  sortable: {
    number: 'receiving_order.number_key',
    supplier: 'receiving_order.supplier_name',
    expectedOn: sql`coalesce(receiving_order.expected_on, 'infinity'::date)`,
    completedAt: sql`coalesce(receiving_order.completed_at, 'infinity'::timestamptz)`,
  },
  filters: {
    status: (status) => {
      if (status === 'all') return sql<boolean>`true`;
      if (status === 'open') return sql<boolean>`${receivingIs.open('receiving_order.status')}`;
      return sql<boolean>`receiving_order.status = ${status}`;
    },
    supplierIDs: (ids) => among('receiving_order.supplier_id', ids),
    purchaseOrderIDs: (ids) => among('receiving_order.purchase_order_id', ids),
    itemIDs: (ids) => sql<boolean>`exists (select from commerce.receiving_order_line line
      where line.account_id = receiving_order.account_id and line.receiving_order_id = receiving_order.id
        and ${among('line.item_id', ids)})`,
    expectedStartDate: (day) => sql<boolean>`receiving_order.expected_on >= ${day}::date`,
    expectedEndDate: (day) => sql<boolean>`receiving_order.expected_on <= ${day}::date`,
    startDate: since('receiving_order.created_at'),
    endDate: upTo('receiving_order.created_at'),
  },
  order: [['createdAt', 'desc']],
});
