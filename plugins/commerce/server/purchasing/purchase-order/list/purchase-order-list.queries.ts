import type { EndpointRequest } from '@millwright/core/contracts';
import { among, joinedRecord, projection, since, sinceDay, sql, todayOf, upTo, upToDay } from '@millwright/core/server';
import { listPurchaseOrders, purchaseOrderRow } from '../../../../contracts/index.ts';
import { hasPriority } from '../../../document/record/document-filters.ts';
import { defaultRecipients } from '../../../parties/contact/contact-recipients.ts';
import { purchaseOrderIs } from '../../../states/states.ts';
import { columnsOfPurchaseOrder, isKeptPurchaseOrder, purchaseOrderJoins } from '../purchase-order.queries.ts';

/** Sort orders that match the indexes, one per direction. */
const byDate = (column: 'scheduled_at' | 'expected_on') => ({
  asc: `purchase_order.${column}`,
  desc: sql`coalesce(${sql.ref(`purchase_order.${column}`)}, '-infinity'::date)`,
});

/** Purchase orders in lists, the newest first. */
export const purchaseOrderView = projection<
  typeof purchaseOrderRow,
  EndpointRequest<typeof listPurchaseOrders>['query']
>(purchaseOrderRow, {
  list: listPurchaseOrders,
  table: 'commerce.purchase_order',
  joins: purchaseOrderJoins,
  where: isKeptPurchaseOrder,
  computed: {
    ...columnsOfPurchaseOrder,
    supplier: joinedRecord('supplier', ['id', 'number', 'name']),
    promisedAt: sql`purchase_order.scheduled_at::text`,
    acceptsEmails: (ctx) =>
      sql`cardinality(${defaultRecipients(ctx, 'purchase_order', 'supplier', 'purchase_order.contacts')}) > 0`,
  },
  search: { document: 'purchase_order', isWhole: true },
  sortable: {
    number: 'purchase_order.number_key',
    issuedAt: {
      asc: 'purchase_order.issued_at',
      desc: sql`coalesce(purchase_order.issued_at, '-infinity'::timestamptz)`,
    },
    promisedAt: byDate('scheduled_at'),
    expectedOn: byDate('expected_on'),
    supplier: 'purchase_order.supplier_name',
  },
  filters: {
    // Check constraints guarantee that issued orders are not completed.
    isOpen: (isOpen) => (isOpen ? purchaseOrderIs : purchaseOrderIs.not).open('purchase_order.status'),
    isLate: (isLate, ctx) =>
      sql<boolean>`coalesce(purchase_order.expected_on < ${todayOf(ctx)}::date, false) = ${isLate}`,
    statusCodes: (codes) => among('purchase_order.status', codes),
    supplierIDs: (ids) => among('purchase_order.supplier_id', ids),
    priorityCodes: hasPriority('purchase_order.priority_id'),
    itemIDs: (ids, { account }) =>
      sql<boolean>`purchase_order.id in (select line.order_id from commerce.purchase_order_line line
        where line.account_id = ${account.id} and ${among('line.item_id', ids)})`,
    promisedStartDate: sinceDay('purchase_order.scheduled_at'),
    promisedEndDate: upToDay('purchase_order.scheduled_at'),
    startDate: since('purchase_order.created_at'),
    endDate: upTo('purchase_order.created_at'),
    issuedStartDate: since('purchase_order.issued_at'),
    issuedEndDate: upTo('purchase_order.issued_at'),
  },
  order: [['createdAt', 'desc']],
  isFixed: true,
});
