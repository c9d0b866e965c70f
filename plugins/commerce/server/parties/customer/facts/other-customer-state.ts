import { type AccountContext, type ForbiddenState, type Services, sql } from '@millwright/core/server';
import { CustomerService } from '../customer.service.ts';

interface OwnedRecord {
  id: string;
  number: string;
}

/** Two customers: people of one request data of the other, which has an order and an invoice. */
async function prepare(ctx: AccountContext, services: Services) {
  const { id: customerID } = await services.get(CustomerService).create(ctx, { name: 'Curious Outfitters' });
  const { rows: owners } = await sql<OwnedRecord & { name: string }>`select customer.id, customer.number, customer.name
    from commerce.customer customer
    where customer.account_id = ${ctx.account.id}
      and exists (select from commerce.invoice invoice
        where invoice.account_id = customer.account_id and invoice.customer_id = customer.id)
    order by customer.id limit 1`.execute(ctx.em.query());
  const [owner] = owners;
  if (!owner) throw new Error('The demo has no customer with an invoice');
  const ofOwner = async (table: 'sales_order' | 'invoice'): Promise<OwnedRecord[]> => {
    const { rows } = await sql<OwnedRecord>`select id, number from commerce.${sql.ref(table)}
      where account_id = ${ctx.account.id} and customer_id = ${owner.id} order by id limit 2`.execute(ctx.em.query());
    return rows;
  };
  const [orders, invoices] = [await ofOwner('sales_order'), await ofOwner('invoice')];
  return {
    customerID,
    ids: {
      'commerce.customer': [owner.id],
      'core.party': [owner.id],
      'commerce.sales_order': orders.map(({ id }) => id),
      'commerce.invoice': invoices.map(({ id }) => id),
    },
    words: { query: owner.name, number: orders[0]?.number ?? '' },
    hidden: [owner.id, owner.name, ...[...orders, ...invoices].map(({ id }) => id)],
  };
}

/** People of a customer can only access the customer's own data. */
export const otherCustomerShown: ForbiddenState = {
  name: 'people of a customer see what is of another',
  as: ['customer'],
  prepare,
  meets: { not_found: 'getSalesOrder', accepted: 'listOwnOrders' },
};
