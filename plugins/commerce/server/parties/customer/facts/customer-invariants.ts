import { type Invariant, numbersWithoutGaps, textTwins } from '@millwright/core/server';

/** Invariants of customers; each query answers one row per violation. */
export const customerInvariants: readonly Invariant[] = [
  textTwins('commerce.customer-numbers-differ-by-what-is-seen', { table: 'commerce.customer', column: 'number' }),
  textTwins('commerce.customer-names-differ-by-what-is-seen', { table: 'commerce.customer', column: 'name' }),
  {
    name: 'commerce.customer-is-its-party',
    sql: `select coalesce(customer.id, party.id) as id from commerce.customer customer
      full join core.v_parties party on party.account_id = customer.account_id and party.id = customer.id
      where coalesce(customer.account_id, party.account_id) = $1 and coalesce(party.kind, 'customer') = 'customer'
        and (customer.id is null or party.id is null or customer.name <> party.name
          or customer.number is distinct from party.number or customer.email is distinct from party.email)`,
  },
  numbersWithoutGaps(
    'commerce.customer-numbers-without-gaps',
    'customer',
    'commerce.customer',
    'commerce.retired_customer_number',
  ),
  {
    name: 'commerce.carrier-option-of-the-carrier',
    sql: `select customer.id from commerce.customer customer
      join commerce.carrier_option option
        on option.account_id = customer.account_id and option.id = customer.default_carrier_option_id
      where customer.account_id = $1 and option.carrier_id is distinct from customer.default_carrier_id`,
  },
  {
    name: 'commerce.customer-addresses-are-its-own',
    sql: `select customer.id from commerce.customer customer
      join core.v_party_addresses address on address.account_id = customer.account_id
        and address.id in (customer.bill_to_address_id, customer.ship_to_address_id)
      where customer.account_id = $1 and address.party_id <> customer.id`,
  },
  {
    name: 'commerce.groups-are-of-their-type',
    sql: `select customer.id from commerce.customer customer
        join commerce.account_group type_group
          on type_group.account_id = customer.account_id and type_group.id = customer.customer_type_group_id
        where customer.account_id = $1 and type_group.type_code <> 'customer_type'
      union all
      select priced.customer_id from commerce.customer_price_group priced
        join commerce.account_group price_group
          on price_group.account_id = priced.account_id and price_group.id = priced.account_group_id
        where priced.account_id = $1 and price_group.type_code <> 'price_group'`,
  },
];
