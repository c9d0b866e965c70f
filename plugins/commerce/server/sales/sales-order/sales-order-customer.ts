import { type AddressSnapshot, type FieldError, problems, snapshotOfAddress } from '@millwright/core/contracts';
import { type AccountContext, plannedOnce, sql } from '@millwright/core/server';
import type { CreateSalesOrderInput, CustomerStatus, UpdateSalesOrderInput } from '../../../contracts/index.ts';
import { productLineLimit } from '../../portal/product-line-access/product-line-limit.ts';

/** What an order takes over from its customer. */
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
  /** Without one of its own: normal. */
  priorityID: string | null;
  salesRepID: string | null;
  /** The product lines it may order from; null is all of them. */
  productLineIDs: string[] | null;
}

const snapshot = (alias: string) => sql<AddressSnapshot | null>`case when ${sql.ref(`${alias}.id`)} is not null then
  json_build_object('name', ${sql.ref(`${alias}.name`)}, 'line1', ${sql.ref(`${alias}.line1`)}, 'line2', ${sql.ref(`${alias}.line2`)},
    'city', ${sql.ref(`${alias}.city`)}, 'state', ${sql.ref(`${alias}.state`)}, 'postalCode', ${sql.ref(`${alias}.postal_code`)},
    'country', ${sql.ref(`${alias}.country`)}, 'phone', ${sql.ref(`${alias}.phone`)}, 'email', ${sql.ref(`${alias}.email`)},
    'isDropShip', ${sql.ref(`${alias}.is_drop_ship`)}) end`;

/** Customers of orders with their defaults, in one statement; what is not there is missing in the map. */
export async function orderCustomers(ctx: AccountContext, ids: readonly string[]): Promise<Map<string, OrderCustomer>> {
  if (!ids.length) return new Map();
  const { rows } = await customersWhere(ctx, sql`customer.id = any(${[...ids]}::text[])`);
  return new Map(rows.map((customer) => [customer.id, customer]));
}

/** The customer of an order with its defaults, in one statement. @throws Problem 400 for what is not there. */
export async function orderCustomer(ctx: AccountContext, customerID: string): Promise<OrderCustomer> {
  const { rows } = await customersWhere(ctx, sql`customer.id = ${customerID}`);
  const [customer] = rows;
  if (!customer)
    throw problems.invalid_input({ errors: [{ path: 'customerID', message: 'There is no such customer' }] });
  return customer;
}

const customersWhere = (ctx: AccountContext, condition: ReturnType<typeof sql>) =>
  sql<OrderCustomer>`
    select ${plannedOnce} customer.id, customer.number, customer.name, customer.status, customer.email,
      ${snapshot('bill_to')} as "billTo", ${snapshot('ship_to')} as "shipTo",
      customer.default_carrier_id as "carrierID", customer.default_carrier_option_id as "carrierOptionID",
      customer.default_payment_term_id as "paymentTermID", customer.default_shipping_term_id as "shippingTermID",
      coalesce(customer.default_priority_id, (select priority.id from commerce.priority
        where priority.account_id = customer.account_id and priority.code = 'normal')) as "priorityID",
      customer.default_sales_rep_id as "salesRepID",
      ${productLineLimit(ctx.account.id, sql.ref<string>('customer.id'))} as "productLineIDs"
    from commerce.customer customer
    left join core.v_party_addresses bill_to on bill_to.account_id = customer.account_id and bill_to.id = customer.bill_to_address_id
    left join core.v_party_addresses ship_to on ship_to.account_id = customer.account_id
      and ship_to.id = coalesce(customer.ship_to_address_id, customer.bill_to_address_id)
    where customer.account_id = ${ctx.account.id} and ${condition}`.execute(ctx.em.query());

type AddressChoice = Pick<CreateSalesOrderInput | UpdateSalesOrderInput, 'billTo' | 'billToID' | 'shipTo' | 'shipToID'>;

/**
 * The addresses that a request sets: one of the customer's by id, or a one-off. Undefined where it says nothing, null
 * for none.
 * @throws Problem 400 for an address that is not the customer's.
 */
export async function chosenAddresses(
  ctx: AccountContext,
  customerID: string,
  input: AddressChoice,
): Promise<{ billTo: AddressSnapshot | null | undefined; shipTo: AddressSnapshot | null | undefined }> {
  const ids = [input.billToID, input.shipToID].filter((id) => typeof id === 'string');
  const known = new Map<string, AddressSnapshot>();
  if (ids.length) {
    const { rows } = await sql<{ id: string; address: AddressSnapshot }>`
      select located.id, ${snapshot('located')} as address from core.v_party_addresses located
      where located.account_id = ${ctx.account.id} and located.party_id = ${customerID} and located.id = any(${ids}::text[])`.execute(
      ctx.em.query(),
    );
    for (const { id, address } of rows) known.set(id, address);
  }
  const errors: FieldError[] = [];
  const choose = (name: 'billTo' | 'shipTo'): AddressSnapshot | null | undefined => {
    const [fields, id] = [input[name], input[`${name}ID`]];
    if (fields) return snapshotOfAddress(fields);
    if (id) {
      const found = known.get(id);
      if (!found) errors.push({ path: `${name}ID`, message: 'The customer has no such address' });
      return found ?? null;
    }
    return fields === null || id === null ? null : undefined;
  };
  const chosen = { billTo: choose('billTo'), shipTo: choose('shipTo') };
  if (errors.length) throw problems.invalid_input({ errors });
  return chosen;
}
