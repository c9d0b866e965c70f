import type { EndpointRequest } from '@millwright/core/contracts';
import { among, named, projection, since, sinceDay, sql, todayOf, upTo, upToDay } from '@millwright/core/server';
import { listSalesOrders, salesOrderReferences, salesOrderRow } from '../../../../contracts/index.ts';
import { hasPriority, isOfCustomerGroup } from '../../../document/record/document-filters.ts';
import { defaultRecipients } from '../../../parties/contact/contact-recipients.ts';
import { referenceTables } from '../../../parties/reference-tables.ts';
import { salesOrderIs } from '../../../states/states.ts';
import { columnsOfSalesOrder, isKeptSalesOrder, salesOrderJoins } from '../sales-order.queries.ts';

const isLate = (today: string) => sql<boolean>`(${salesOrderIs.open('sales_order.status')}
  and coalesce(sales_order.promised_at < ${today}::date, false))`;

/** Sales orders in lists, the newest first. */
export const salesOrderView = projection<
  typeof salesOrderRow,
  EndpointRequest<typeof listSalesOrders>['query'],
  never,
  typeof salesOrderReferences
>(salesOrderRow, {
  list: listSalesOrders,
  table: 'commerce.sales_order',
  joins: salesOrderJoins,
  where: isKeptSalesOrder,
  // Customers see an estimate only after it is offered.
  whereForCustomers: sql<boolean>`(${salesOrderIs.not.estimated('sales_order.status')}
    or sales_order.offered_at is not null)`,
  fields: salesOrderReferences,
  tables: referenceTables,
  computed: {
    ...columnsOfSalesOrder,
    paymentTerm: named('commerce.payment_term', 'sales_order.payment_term_id'),
    customer: sql`json_build_object('id', customer.id, 'number', customer.number, 'name', customer.name,
      'status', customer.status)`,
    email: (ctx) => sql`(${defaultRecipients(ctx, 'order', 'customer', 'sales_order.acknowledgement_emails')})[1]`,
    isShort: sql`exists (select from inventory.v_demands demand
      where demand.account_id = sales_order.account_id and demand.source_type = 'sales_order'
        and demand.source_id = sales_order.id and demand.reserved < demand.quantity)`,
  },
  search: { document: 'sales_order', isWhole: true },
  sortable: {
    number: 'sales_order.number_key',
    // The expressions match the indexes, one for each direction.
    issuedAt: {
      asc: 'sales_order.issued_at',
      desc: sql`coalesce(sales_order.issued_at, '-infinity'::timestamptz)`,
    },
    promisedAt: {
      asc: 'sales_order.promised_at',
      desc: sql`coalesce(sales_order.promised_at, '-infinity'::date)`,
    },
    customer: 'sales_order.customer_name',
  },
  filters: {
    // Check constraints of the table make "issued" and "issued and not completed" equivalent.
    isOpen: (isOpen) => (isOpen ? salesOrderIs : salesOrderIs.not).open('sales_order.status'),
    isLate: (wanted, ctx) => sql<boolean>`${isLate(todayOf(ctx))} = ${wanted}`,
    isShort: (wanted, { account }) => sql<boolean>`sales_order.id ${sql.raw(wanted ? 'in' : 'not in')} (
      select demand.source_id from inventory.v_demands demand where demand.account_id = ${account.id}
        and demand.source_type = 'sales_order' and demand.reserved < demand.quantity)`,
    statusCodes: (codes) => among('sales_order.status', codes),
    priorityCodes: hasPriority('sales_order.priority_id'),
    customerIDs: (ids) => among('sales_order.customer_id', ids),
    customerGroupIDs: isOfCustomerGroup('sales_order.customer_id'),
    itemIDs: (ids, { account }) => sql<boolean>`sales_order.id in (select line.order_id
      from commerce.sales_order_line line where line.account_id = ${account.id} and ${among('line.item_id', ids)})`,
    promisedStartDate: sinceDay('sales_order.promised_at'),
    promisedEndDate: upToDay('sales_order.promised_at'),
    startDate: since('sales_order.created_at'),
    endDate: upTo('sales_order.created_at'),
    issuedStartDate: since('sales_order.issued_at'),
    issuedEndDate: upTo('sales_order.issued_at'),
  },
  order: [['createdAt', 'desc']],
  isFixed: true,
});
