import type { Address, EndpointRequest } from '@millwright/core/contracts';
import { type AccountContext, among, projection, since, sql, upTo } from '@millwright/core/server';
import {
  type CustomerFilter,
  customerFields,
  customers,
  type exemptionStatuses,
  listCustomers,
} from '../../../contracts/index.ts';
import type { Tables } from '../../tables.ts';
import { partyAddresses, shownAddresses } from '../party/party-addresses.ts';
import { referenceTables } from '../reference-tables.ts';

/** Whether the customer is exempt, by its own flag or one of its groups. */
const exempt = (flag: 'is_commission_exempt' | 'is_freight_exempt') => sql<boolean>`(select ${sql.ref(`held.${flag}`)}
  from commerce.v_exemptions held where held.account_id = customer.account_id and held.customer_id = customer.id)`;
const hasStatus = (flag: Parameters<typeof exempt>[0]) => (codes: readonly (typeof exemptionStatuses)[number][]) =>
  sql<boolean>`${exempt(flag)} = any(${codes.map((code) => code === 'exempt')}::boolean[])`;

/** A field of the ship-to address, else of the bill-to address. */
const shown = (field: 'city' | 'state' | 'postal_code') =>
  sql`case when ship_to.id is null then ${sql.ref(`bill_to.${field}`)} else ${sql.ref(`ship_to.${field}`)} end`;

/** City, state and postal code must match the same address. */
const hasAddress = (
  _: string,
  _ctx: AccountContext,
  { city, state, postalCode }: CustomerFilter,
) => sql<boolean>`exists (select from core.v_party_addresses located
  where located.account_id = customer.account_id and located.party_id = customer.id
    and ${city === undefined ? sql`true` : sql`lower(located.city) = lower(${city})`}
    and ${state === undefined ? sql`true` : sql`lower(located.state) = lower(${state})`}
    and ${postalCode === undefined ? sql`true` : sql`starts_with(lower(located.postal_code), lower(${postalCode}))`})`;

/** What lists and single customers read in the same way. */
const read = {
  list: listCustomers,
  table: 'commerce.customer',
  fields: customerFields,
  tables: referenceTables,
} as const;
const parties = {
  party: { table: 'core.v_parties', id: 'customer.id', isRequired: true },
  parent: { table: 'core.v_parties', id: 'party.parent_id' },
};
const computed = {
  customerPriceGroups: sql`(select coalesce(json_agg(json_build_object(
      'id', price_group.id, 'name', price_group.name) order by price_group.name, price_group.id), '[]')
    from commerce.customer_price_group priced
    join commerce.account_group price_group
      on price_group.account_id = priced.account_id and price_group.id = priced.account_group_id
    where priced.account_id = customer.account_id and priced.customer_id = customer.id)`,
  isParentAccount: sql`(customer.is_parent_account or exists (select from core.v_parties child
    where child.account_id = customer.account_id and child.parent_id = customer.id))`,
  parent: sql`case when parent.id is not null then json_build_object('id', parent.id, 'name', parent.name) end`,
};

/** Customers by name, every column computed in one statement. */
export const customerRows = projection(customers.listRow, {
  ...read,
  joins: {
    ...parties,
    // Two joins on plain columns: with row-level security, a comparison with coalesce() cannot use an index.
    ship_to: { table: 'core.v_party_addresses', id: 'customer.ship_to_address_id' },
    bill_to: { table: 'core.v_party_addresses', id: 'customer.bill_to_address_id' },
  },
  computed: {
    ...computed,
    city: shown('city'),
    state: shown('state'),
    postalCode: shown('postal_code'),
    isCommissionExempt: exempt('is_commission_exempt'),
    isFreightExempt: exempt('is_freight_exempt'),
  },
  search: { document: 'customer' },
  // Numbers have digits of growing length: 999 comes before 1000.
  sortable: { number: sql`(length(customer.number), customer.number)` },
  filters: {
    pricingGroupIDs: (ids) => sql<boolean>`exists (select from commerce.customer_price_group wanted
      where wanted.account_id = customer.account_id and wanted.customer_id = customer.id
        and ${among('wanted.account_group_id', ids)})`,
    commissionStatusCodes: hasStatus('is_commission_exempt'),
    freightStatusCodes: hasStatus('is_freight_exempt'),
    city: hasAddress,
    state: hasAddress,
    postalCode: hasAddress,
    startDate: since('customer.created_at'),
    endDate: upTo('customer.created_at'),
  },
  order: ['name'],
});

const addressOf = (located: readonly Address[], addressID: string | null): Address | null =>
  shownAddresses(located).find(({ id }) => id === addressID) ?? null;
const exemptionOf = (reasons: string[]) => ({ isExempt: reasons.length > 0, reasons });

/** One customer; 404 for an unknown id. */
export const { byID: customerByID } = projection<
  typeof customers.row,
  EndpointRequest<typeof listCustomers>['query'],
  'addresses' | 'billToAddress' | 'shipToAddress' | 'exemptions',
  typeof customerFields,
  {
    located: Address[];
    billToAddressID: string | null;
    shipToAddressID: string | null;
    reasons: { commission: string[]; freight: string[] };
  }
>(customers.row, {
  ...read,
  joins: parties,
  computed: {
    ...computed,
    parentID: sql`parent.id`,
    childCount: sql`(select count(*)::int from core.v_parties child
      where child.account_id = customer.account_id and child.parent_id = customer.id)`,
  },
  extra: {
    located: partyAddresses('customer'),
    billToAddressID: sql`customer.bill_to_address_id`,
    shipToAddressID: sql`customer.ship_to_address_id`,
    reasons: sql`(select held.reasons from commerce.v_exemptions held
      where held.account_id = customer.account_id and held.customer_id = customer.id)`,
  },
  derived: {
    addresses: ({ located }) => shownAddresses(located),
    billToAddress: ({ located, billToAddressID }) => addressOf(located, billToAddressID),
    shipToAddress: ({ located, shipToAddressID }) => addressOf(located, shipToAddressID),
    exemptions: ({ reasons }) => ({
      commission: exemptionOf(reasons.commission),
      freight: exemptionOf(reasons.freight),
    }),
  },
  search: ['name'],
  order: ['name'],
});

/** Customers with this number, for duplicates, imports and search. */
export const customersByNumber = (ctx: AccountContext, number: string): Promise<{ id: string; label: string }[]> =>
  ctx.em
    .query<Tables>()
    .selectFrom('commerce.customer as customer')
    .select(['customer.id', sql<string>`customer.number || ' ' || customer.name`.as('label')])
    .where('customer.account_id', '=', ctx.account.id)
    .where('customer.number', '=', number.trim())
    .execute();
