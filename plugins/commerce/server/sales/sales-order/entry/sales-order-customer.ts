import { type AddressSnapshot, problems } from '@millwright/core/contracts';
import { type AccountContext, sql } from '@millwright/core/server';
import type { CustomerStatus } from '../../../../contracts/index.ts';
import { addressSnapshotOf } from '../../../document/addresses/chosen-addresses.ts';
import { productLineLimit } from '../lines/product-line-limit.ts';

/** Values that an order copies from its customer. */
export interface OrderCustomer {
  id: string;
  number: string;
  name: string;
  status: CustomerStatus;
  email: string | null;
  billTo: AddressSnapshot | null;
  shipTo: AddressSnapshot | null;
  carrierID: string | null;
  carrierOptionID: string | null;
  paymentTermID: string | null;
  shippingTermID: string | null;
  /** The customer's own priority, otherwise normal. */
  priorityID: string | null;
  salesRepID: string | null;
  /** Product lines that it may order from. Null means all of them. */
  productLineIDs: string[] | null;
}

/** Customers of orders with their defaults, in one statement. Unknown ids are missing in the map. */
export async function orderCustomers(ctx: AccountContext, ids: readonly string[]): Promise<Map<string, OrderCustomer>> {
  if (!ids.length) return new Map();
  const { rows } = await customersWhere(ctx, sql`customer.id = any(${[...ids]}::text[])`);
  return new Map(rows.map((customer) => [customer.id, customer]));
}

/**
 * The customer of an order with its defaults, in one statement.
 * @throws Problem 400 for an unknown id
 */
export async function orderCustomer(ctx: AccountContext, customerID: string): Promise<OrderCustomer> {
  const { rows } = await customersWhere(ctx, sql`customer.id = ${customerID}`);
  const [customer] = rows;
  if (!customer)
    throw problems.invalid_input({ errors: [{ path: 'customerID', message: 'There is no such customer' }] });
  return customer;
}

const customersWhere = (ctx: AccountContext, condition: ReturnType<typeof sql>) =>
  sql<OrderCustomer>`
    select customer.id, customer.number, customer.name, customer.status, customer.email,
      ${addressSnapshotOf('bill_to')} as "billTo", ${addressSnapshotOf('ship_to')} as "shipTo",
      customer.default_carrier_id as "carrierID", customer.default_carrier_option_id as "carrierOptionID",
      customer.default_payment_term_id as "paymentTermID", customer.default_shipping_term_id as "shippingTermID",
      coalesce(customer.default_priority_id, (select priority.id from commerce.priority
        where priority.account_id = customer.account_id and priority.code = 'normal')) as "priorityID",
      customer.default_sales_rep_id as "salesRepID",
      ${productLineLimit(ctx.account.id, sql.ref<string>('customer.id'))} as "productLineIDs"
    from commerce.customer customer
    left join core.v_party_addresses bill_to
      on bill_to.account_id = customer.account_id and bill_to.id = customer.bill_to_address_id
    left join core.v_party_addresses ship_to on ship_to.account_id = customer.account_id
      and ship_to.id = coalesce(customer.ship_to_address_id, customer.bill_to_address_id)
    where customer.account_id = ${ctx.account.id} and ${condition}`.execute(ctx.em.query());
