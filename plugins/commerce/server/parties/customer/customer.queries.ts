import { type EndpointRequest, problems } from '@millwright/core/contracts';
import {
  type AccountContext,
  fieldConditions,
  fieldObject,
  isoText,
  listIDs,
  listPage,
  preparable,
  referenceName,
  searchIDs,
  sql,
  withinInstants,
} from '@millwright/core/server';
import {
  type Customer,
  type CustomerFilter,
  type CustomerRow,
  customerFields,
  type Exemption,
  listCustomers,
  listedCustomerFields,
} from '../../../contracts/index.ts';
import type { Tables } from '../../tables.ts';
import { partyAddresses, shownAddresses } from '../party/party-addresses.ts';
import { referenceTables } from '../reference-tables.ts';

const from = (ctx: AccountContext) =>
  ctx.em.query<Tables>().selectFrom('commerce.customer as customer').where('customer.account_id', '=', ctx.account.id);
type Matching = ReturnType<typeof from>;

/** Whether the customer is exempt, by itself or by one of its groups. */
const exempt = (flag: 'is_commission_exempt' | 'is_freight_exempt') => sql<boolean>`(select ${sql.ref(`held.${flag}`)}
  from commerce.v_exemptions held where held.account_id = customer.account_id and held.customer_id = customer.id)`;

const isParentAccount = sql<boolean>`(customer.is_parent_account or exists (select from core.v_parties child
  where child.account_id = customer.account_id and child.parent_id = customer.id))`;

const priceGroups = sql<{ id: string; name: string }[]>`(select coalesce(json_agg(json_build_object(
    'id', price_group.id, 'name', price_group.name) order by price_group.name, price_group.id), '[]')
  from commerce.customer_price_group priced
  join commerce.account_group price_group
    on price_group.account_id = priced.account_id and price_group.id = priced.account_group_id
  where priced.account_id = customer.account_id and priced.customer_id = customer.id)`;

/** Of the ship-to address where there is one, else of the bill-to address. */
const shown = (field: 'city' | 'state' | 'postal_code') =>
  sql<
    string | null
  >`case when ship_to.id is null then ${sql.ref(`bill_to.${field}`)} else ${sql.ref(`ship_to.${field}`)} end`;

const withColumns = (query: Matching) =>
  query
    .innerJoin('core.v_parties as party', (join) =>
      join.onRef('party.account_id', '=', 'customer.account_id').onRef('party.id', '=', 'customer.id'),
    )
    .leftJoin('core.v_parties as parent', (join) =>
      join.onRef('parent.account_id', '=', 'party.account_id').onRef('parent.id', '=', 'party.parent_id'),
    )
    // Two joins on plain columns: under row-level security an index is not used for a comparison with coalesce().
    .leftJoin('core.v_party_addresses as ship_to', (join) =>
      join
        .onRef('ship_to.account_id', '=', 'customer.account_id')
        .onRef('ship_to.id', '=', 'customer.ship_to_address_id'),
    )
    .leftJoin('core.v_party_addresses as bill_to', (join) =>
      join
        .onRef('bill_to.account_id', '=', 'customer.account_id')
        .onRef('bill_to.id', '=', 'customer.bill_to_address_id'),
    )
    .select([
      'customer.id',
      'customer.number',
      'customer.name',
      'customer.version',
      'customer.created_at as createdAt',
      'customer.updated_at as updatedAt',
      shown('city').as('city'),
      shown('state').as('state'),
      shown('postal_code').as('postalCode'),
      'parent.id as parentID',
      'parent.name as parentName',
      priceGroups.as('priceGroups'),
      isParentAccount.as('isParentAccount'),
      exempt('is_commission_exempt').as('isCommissionExempt'),
      exempt('is_freight_exempt').as('isFreightExempt'),
    ]);

const asListed = (query: Matching) =>
  withColumns(query).select(fieldObject(listedCustomerFields, 'customer', referenceTables).as('listed'));
type Row = Awaited<ReturnType<ReturnType<typeof asListed>['executeTakeFirstOrThrow']>>;

const parentOf = ({ parentID, parentName }: Pick<Row, 'parentID' | 'parentName'>) =>
  parentID === null ? null : { id: parentID, name: parentName ?? '' };

const customerRowOf = (row: Row): CustomerRow => ({
  id: row.id,
  number: row.number,
  name: row.name,
  ...row.listed,
  customerPriceGroups: row.priceGroups,
  city: row.city,
  state: row.state,
  postalCode: row.postalCode,
  isParentAccount: row.isParentAccount,
  parent: parentOf(row),
  isCommissionExempt: row.isCommissionExempt,
  isFreightExempt: row.isFreightExempt,
  version: row.version,
  createdAt: isoText(row.createdAt),
  updatedAt: isoText(row.updatedAt),
});

/** City, state and postal code are looked for in one address, so that they do not match two halves of two. */
const hasAddress = ({
  city,
  state,
  postalCode,
}: CustomerFilter) => sql<boolean>`exists (select from core.v_party_addresses located
  where located.account_id = customer.account_id and located.party_id = customer.id
    and ${city === undefined ? sql`true` : sql`lower(located.city) = lower(${city})`}
    and ${state === undefined ? sql`true` : sql`lower(located.state) = lower(${state})`}
    and ${postalCode === undefined ? sql`true` : sql`starts_with(lower(located.postal_code), lower(${postalCode}))`})`;

function filtered(ctx: AccountContext, filter: CustomerFilter): Matching {
  let matching = from(ctx);
  for (const isWithin of withinInstants(ctx, 'customer.created_at', { from: filter.startDate, to: filter.endDate }))
    matching = matching.where(isWithin);
  if (filter.query) matching = matching.where('customer.id', 'in', searchIDs(['customer'], filter.query));
  for (const condition of fieldConditions(customerFields, 'customer', filter)) matching = matching.where(condition);
  if (filter.pricingGroupIDs)
    matching = matching.where(
      sql<boolean>`exists (select from commerce.customer_price_group wanted
        where wanted.account_id = customer.account_id
        and wanted.customer_id = customer.id and wanted.account_group_id = any(${filter.pricingGroupIDs}::text[]))`,
    );
  if (filter.isParentAccount !== undefined)
    matching = matching.where(sql<boolean>`${isParentAccount} = ${filter.isParentAccount}`);
  for (const [wanted, flag] of [
    [filter.commissionStatusCodes, 'is_commission_exempt'],
    [filter.freightStatusCodes, 'is_freight_exempt'],
  ] as const)
    if (wanted)
      matching = matching.where(
        sql<boolean>`${exempt(flag)} = any(${wanted.map((code) => code === 'exempt')}::boolean[])`,
      );
  if (filter.city !== undefined || filter.state !== undefined || filter.postalCode !== undefined)
    matching = matching.where(hasAddress(filter));
  return matching;
}

const listParts = (matching: Matching) => ({
  list: listCustomers,
  id: 'customer.id' as const,
  matching,
  select: (query: unknown) => asListed(query as Matching),
  order: [['customer.name', 'asc']] as const,
});

/** A page of customers by name, every column computed in one statement. */
export async function findCustomers(ctx: AccountContext, page: EndpointRequest<typeof listCustomers>['query']) {
  const { items, count } = await listPage(ctx, {
    ...listParts(filtered(ctx, page)),
    page,
    sortable: {
      name: 'customer.name',
      // Numbers are digits of growing length: 999 before 1000.
      number: sql<string>`(length(customer.number), customer.number)`,
      email: 'customer.email',
      status: 'customer.status',
      customerTypeGroup: referenceName(customerFields, 'customerTypeGroup', 'customer', referenceTables),
      defaultSalesRep: referenceName(customerFields, 'defaultSalesRep', 'customer', referenceTables),
      createdAt: 'customer.created_at',
      updatedAt: 'customer.updated_at',
    },
  });
  return { items: items.map(customerRowOf), count };
}

/** Ids of the customers that a filter matches, at most `most`. */
export const findCustomerIDs = (ctx: AccountContext, filter: CustomerFilter): Promise<string[]> =>
  listIDs(ctx, { ...listParts(filtered(ctx, filter)), page: { take: 0, skip: 0 } });

/** One customer; 404 for what is not there. */
export async function customerByID(ctx: AccountContext, id: string): Promise<Customer> {
  const found = withColumns(from(ctx))
    .select([
      fieldObject(customerFields, 'customer', referenceTables).as('own'),
      'customer.card_provider_customer_id as cardProviderCustomerID',
      'customer.bill_to_address_id as billToAddressID',
      'customer.ship_to_address_id as shipToAddressID',
      sql<{ commission: string[]; freight: string[] }>`(select held.reasons from commerce.v_exemptions held
        where held.account_id = customer.account_id and held.customer_id = customer.id)`.as('reasons'),
      partyAddresses('customer').as('addresses'),
      sql<number>`(select count(*)::int from core.v_parties child
        where child.account_id = customer.account_id and child.parent_id = customer.id)`.as('childCount'),
    ])
    .where('customer.id', '=', id);
  const row = await preparable(found).executeTakeFirst();
  if (!row) throw problems.not_found();
  const exemption = (reasons: string[]): Exemption => ({ isExempt: reasons.length > 0, reasons });
  const located = shownAddresses(row.addresses);
  const addressOf = (addressID: string | null) => located.find((address) => address.id === addressID) ?? null;
  return {
    id: row.id,
    number: row.number,
    name: row.name,
    ...row.own,
    billToAddress: addressOf(row.billToAddressID),
    shipToAddress: addressOf(row.shipToAddressID),
    addresses: located,
    exemptions: {
      commission: exemption(row.reasons.commission),
      freight: exemption(row.reasons.freight),
    },
    customerPriceGroups: row.priceGroups,
    isParentAccount: row.isParentAccount,
    parentID: row.parentID,
    parent: parentOf(row),
    childCount: row.childCount,
    cardProviderCustomerID: row.cardProviderCustomerID,
    version: row.version,
    createdAt: isoText(row.createdAt),
    updatedAt: isoText(row.updatedAt),
  };
}

/** Customers of this number, for duplicates, imports and the palette. */
export const customersByNumber = (ctx: AccountContext, number: string): Promise<{ id: string; label: string }[]> =>
  from(ctx)
    .select(['customer.id', sql<string>`customer.number || ' ' || customer.name`.as('label')])
    .where('customer.number', '=', number.trim())
    .execute();
