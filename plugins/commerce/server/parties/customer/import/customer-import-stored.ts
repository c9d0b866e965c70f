import type { NamedReference } from '@millwright/core/contracts';
import { type AccountContext, fieldObject, importedFields, sql } from '@millwright/core/server';
import type { z } from 'zod';
import { customerFields } from '../../../../contracts/index.ts';
import { isWanted, storedAddress, type WantedParties } from '../../party/party-import.ts';
import { referenceTables } from '../../reference-tables.ts';
import type { StoredAddress, StoredCustomer } from './customer-import-record.ts';

interface Row {
  id: string;
  version: number;
  partyVersion: number;
  number: string;
  name: string;
  own: z.output<z.ZodObject<typeof customerFields.reply>>;
  customerPriceGroups: NamedReference[] | null;
  parentID: string | null;
  parentNumber: string | null;
  billTo: StoredAddress | null;
  shipTo: StoredAddress | null;
}

/** Stored customers, in one statement. */
export async function storedCustomers(ctx: AccountContext, wanted: WantedParties): Promise<StoredCustomer[]> {
  const condition = isWanted('customer', wanted);
  if (!condition) return [];
  // Materialized, so that customers are found before the joins, whatever the planner estimates.
  const { rows } = await sql<Row>`with customer as materialized (
      select * from commerce.customer customer where customer.account_id = ${ctx.account.id} and ${condition})
    select customer.id, customer.version, party.version as "partyVersion", customer.number,
      customer.name, ${fieldObject(customerFields, 'customer', referenceTables)} as own,
      (select jsonb_agg(jsonb_build_object('id', price_group.id, 'name', price_group.name))
        from commerce.customer_price_group priced join commerce.account_group price_group
          on price_group.account_id = priced.account_id and price_group.id = priced.account_group_id
        where priced.account_id = customer.account_id and priced.customer_id = customer.id) as "customerPriceGroups",
      party.parent_id as "parentID", parent.number as "parentNumber",
      ${storedAddress('customer', 'bill_to_address_id')} as "billTo",
      ${storedAddress('customer', 'ship_to_address_id')} as "shipTo"
    from customer
    join core.v_parties party on party.account_id = customer.account_id and party.id = customer.id
    left join core.v_parties parent on parent.account_id = party.account_id and parent.id = party.parent_id
    where customer.account_id = ${ctx.account.id}
    order by length(customer.number), customer.number`.execute(ctx.em.query());
  return rows.map(({ own, customerPriceGroups, parentID, parentNumber, ...row }) => ({
    ...row,
    ...importedFields(customerFields, own),
    customerPriceGroups: byName(customerPriceGroups ?? []),
    parent: parentID === null ? null : { id: parentID, name: parentNumber ?? parentID },
  }));
}

/** References ordered by name. */
export const byName = (references: readonly NamedReference[]): NamedReference[] =>
  [...references].sort((left, right) => (left.name < right.name ? -1 : left.name > right.name ? 1 : 0));

/** Ids of the customers with these numbers. */
export async function customerIDsByNumber(
  ctx: AccountContext,
  numbers: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (!numbers.length) return new Map();
  const { rows } = await sql<{ id: string; number: string }>`select id, number from commerce.customer
    where account_id = ${ctx.account.id} and number = any(${[...numbers]}::text[])`.execute(ctx.em.query());
  return new Map(rows.map(({ id, number }) => [number, id]));
}

/** Customers that would be their own ancestor with these parent links; one statement. */
export async function ringsOfParents(
  ctx: AccountContext,
  links: readonly { id: string; parentID: string | null }[],
): Promise<ReadonlySet<string>> {
  const parentIDs = links.flatMap(({ parentID }) => parentID ?? []);
  if (!parentIDs.length) return new Set();
  const { rows } = await sql<{ id: string; parentID: string | null }>`with recursive line(id, parent_id) as (
      select id, parent_id from core.v_parties where account_id = ${ctx.account.id} and id = any(${parentIDs}::text[])
      union
      select above.id, above.parent_id from line
      join core.v_parties above on above.account_id = ${ctx.account.id} and above.id = line.parent_id
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
