import { type AccountContext, fieldObject, sql } from '@millwright/core/server';
import { type CustomerFieldValues, type CustomerStatus, customerFields } from '../../../../contracts/index.ts';
import { isWanted, storedAddress, type WantedParties } from '../../party/party-import.ts';
import type { CustomerImportNames } from './customer-import-names.ts';
import type { ImportedReference, StoredAddress, StoredCustomer } from './customer-import-record.ts';

interface Row {
  id: string;
  version: number;
  partyVersion: number;
  number: string;
  name: string;
  status: CustomerStatus;
  own: CustomerFieldValues;
  customerTypeGroupID: string | null;
  priceGroupIDs: string[] | null;
  defaultCarrierID: string | null;
  defaultCarrierOptionID: string | null;
  defaultPriorityID: string | null;
  defaultPaymentTermID: string | null;
  defaultShippingTermID: string | null;
  defaultSalesRepID: string | null;
  parentID: string | null;
  parentNumber: string | null;
  billTo: StoredAddress | null;
  shipTo: StoredAddress | null;
}

/** How the people of the team are told apart: several may have one name. */
export const salesRepName = ({ name, code }: { name: string; code: string | null }): string => `${name} (${code})`;

/** Customers as they stand, in one statement, which does not wait for the names. */
export async function storedCustomers(
  ctx: AccountContext,
  naming: CustomerImportNames | Promise<CustomerImportNames>,
  wanted: WantedParties,
): Promise<StoredCustomer[]> {
  const condition = isWanted('customer', wanted);
  if (!condition) return [];
  // Found before anything is joined, whatever the planner knows of the tables.
  const { rows } = await sql<Row>`with customer as materialized (
      select * from commerce.customer customer where customer.account_id = ${ctx.account.id} and ${condition})
    select customer.id, customer.version, party.version as "partyVersion", customer.number,
      customer.name, customer.status, ${fieldObject(customerFields, 'customer')} as own,
      customer.customer_type_group_id as "customerTypeGroupID",
      (select jsonb_agg(priced.account_group_id) from commerce.customer_price_group priced
        where priced.account_id = customer.account_id and priced.customer_id = customer.id) as "priceGroupIDs",
      customer.default_carrier_id as "defaultCarrierID", customer.default_carrier_option_id as "defaultCarrierOptionID",
      customer.default_priority_id as "defaultPriorityID", customer.default_payment_term_id as "defaultPaymentTermID",
      customer.default_shipping_term_id as "defaultShippingTermID", customer.default_sales_rep_id as "defaultSalesRepID",
      party.parent_id as "parentID", parent.number as "parentNumber",
      ${storedAddress('customer', 'bill_to_address_id')} as "billTo",
      ${storedAddress('customer', 'ship_to_address_id')} as "shipTo"
    from customer
    join core.v_parties party on party.account_id = customer.account_id and party.id = customer.id
    left join core.v_parties parent on parent.account_id = party.account_id and parent.id = party.parent_id
    where customer.account_id = ${ctx.account.id}
    order by length(customer.number), customer.number`.execute(ctx.em.query());
  const names = await naming;
  const reference = (id: string | null): ImportedReference | null =>
    id === null ? null : { id, name: names.byID.get(id)?.name ?? id };
  return rows.map(({ priceGroupIDs, parentID, parentNumber, ...row }) => {
    const rep = row.defaultSalesRepID === null ? undefined : names.byID.get(row.defaultSalesRepID);
    return {
      id: row.id,
      version: row.version,
      partyVersion: row.partyVersion,
      number: row.number,
      name: row.name,
      status: row.status,
      customerTypeGroup: reference(row.customerTypeGroupID),
      customerPriceGroups: byName((priceGroupIDs ?? []).flatMap((id) => reference(id) ?? [])),
      defaultCarrier: reference(row.defaultCarrierID),
      defaultCarrierOption: reference(row.defaultCarrierOptionID),
      defaultPriority: reference(row.defaultPriorityID),
      defaultPaymentTerm: reference(row.defaultPaymentTermID),
      defaultShippingTerm: reference(row.defaultShippingTermID),
      defaultSalesRep: rep ? { id: rep.id, name: salesRepName(rep) } : reference(row.defaultSalesRepID),
      parent: parentID === null ? null : { id: parentID, name: parentNumber ?? parentID },
      ...row.own,
      billTo: row.billTo,
      shipTo: row.shipTo,
    };
  });
}

/** References in the order in which people read them. */
export const byName = (references: readonly ImportedReference[]): ImportedReference[] =>
  [...references].sort((left, right) => (left.name < right.name ? -1 : left.name > right.name ? 1 : 0));

/** Ids of the customers of these numbers. */
export async function customerIDsByNumber(
  ctx: AccountContext,
  numbers: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (!numbers.length) return new Map();
  const { rows } = await sql<{ id: string; number: string }>`select id, number from commerce.customer
    where account_id = ${ctx.account.id} and number = any(${[...numbers]}::text[])`.execute(ctx.em.query());
  return new Map(rows.map(({ id, number }) => [number, id]));
}

/** Which customers would be their own parent, at some remove, once these links stand; one statement. */
export async function ringsOfParents(
  ctx: AccountContext,
  links: readonly { id: string; parentID: string | null }[],
): Promise<ReadonlySet<string>> {
  const parentIDs = links.flatMap(({ parentID }) => parentID ?? []);
  if (!parentIDs.length) return new Set();
  const { rows } = await sql<{ id: string; parentID: string | null }>`with recursive line(id, parent_id) as (
      select id, parent_id from core.v_parties where account_id = ${ctx.account.id} and id = any(${parentIDs}::text[])
      union
      select above.id, above.parent_id from line join core.v_parties above on above.account_id = ${ctx.account.id} and above.id = line.parent_id
    ) select id, parent_id as "parentID" from line`.execute(ctx.em.query());
  const parentOf = new Map(rows.map(({ id, parentID }) => [id, parentID]));
  for (const { id, parentID } of links) parentOf.set(id, parentID);
  const rings = new Set<string>();
  for (const { id } of links) {
    const seen = new Set<string>();
    for (let at = parentOf.get(id); at && !seen.has(at); at = parentOf.get(at)) {
      seen.add(at);
      if (at === id) rings.add(id);
    }
  }
  return rings;
}
