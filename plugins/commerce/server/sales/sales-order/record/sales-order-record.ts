import type { SearchableRecord } from '@millwright/core/server';
import { salesOrderStates } from '../../../../contracts/index.ts';
import { standingIn } from '../../../document/record/record-standing.ts';
import { fromSalesOrders, salesOrderByID } from '../sales-order.queries.ts';
import { salesOrderEmail } from './sales-order-mail.ts';

/** Sales orders for generic features (search, references). */
export const salesOrderRecords: SearchableRecord = {
  type: 'sales_order',
  /** Within a customer, the customer's own PO number also finds the order, so that it is not entered twice. */
  async findByNumber(ctx, number, { customerID }) {
    let query = fromSalesOrders(ctx).select([
      'sales_order.id',
      'sales_order.number as label',
      (column) =>
        column.case().when('sales_order.number', '=', number).then(null).else('Purchase order').end().as('foundBy'),
    ]);
    query = customerID
      ? query
          .where('sales_order.customer_id', '=', customerID)
          .where((where) =>
            where.or([where('sales_order.number', '=', number), where('sales_order.customer_po', '=', number)]),
          )
      : query.where('sales_order.number', '=', number);
    return query
      .orderBy('foundBy', (by) => by.nullsFirst())
      .orderBy('sales_order.id')
      .limit(20)
      .execute();
  },
  async label(ctx, id) {
    const { number, customer } = await salesOrderByID(ctx, id);
    return `${number} ${customer.name}`;
  },
  standing: standingIn('commerce.sales_order', salesOrderStates.names),
  email: async (ctx, id, recipients, status) => salesOrderEmail(ctx, await salesOrderByID(ctx, id), recipients, status),
};
