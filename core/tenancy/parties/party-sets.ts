import { listAddresses } from '../../contracts/accounts/party-address.contract.ts';
import type { PlaceDetails } from '../../contracts/texts/address.ts';
import { sql } from '../../database/tenant-entity-manager.ts';
import type { AccountContext } from '../../kernel/context/context.ts';
import { touched } from '../../lists/list-page.ts';
import type { PartyInput } from './party.ts';

/** Columns of an address, without its party. */
export interface AddressColumns {
  id: string;
  name: string;
  line1: string | null;
  line2: string | null;
  city: string | null;
  state: string | null;
  postalCode: string | null;
  country: string;
  phone: string | null;
  email: string | null;
  placeID: string | null;
  addressDetails: PlaceDetails | null;
}

/** Like `createParty` for many checked parties, in one statement; does not check for cycles of parents. */
export function insertParties(ctx: AccountContext, parties: readonly Required<PartyInput>[]): Promise<void> {
  const now = ctx.clock.now();
  return ctx.em.insert(
    'core.party',
    parties.map(({ id, kind, number, name, email, parentID }) => ({
      id,
      created_at: now,
      updated_at: now,
      version: 1,
      kind,
      number,
      name,
      email,
      parent_id: parentID,
    })),
  );
}

/** Overwrites core's data of checked parties and returns their new versions. */
export async function overwriteParties(
  ctx: AccountContext,
  parties: readonly Required<Omit<PartyInput, 'kind'>>[],
): Promise<Map<string, number>> {
  if (!parties.length) return new Map();
  const { rows } = await sql<{ id: string; version: number }>`update core.party party
    set number = r.number, name = r.name, email = r.email, parent_id = r."parentID", version = party.version + 1,
      updated_at = ${ctx.clock.now()}
    from jsonb_to_recordset(${JSON.stringify(parties)}::text::jsonb) as r(id text, number text, name text,
      email text, "parentID" text)
    where party.account_id = ${ctx.account.id} and party.id = r.id
    returning party.id, party.version`.execute(ctx.em.query());
  return new Map(rows.map(({ id, version }) => [id, version]));
}

/** Locks parties before their deletion: waits for concurrent writes that refer to them and blocks new ones. */
export async function lockForRemoval(ctx: AccountContext, ids: readonly string[]): Promise<void> {
  await sql`select id from core.party where account_id = ${ctx.account.id} and id = any(${[...ids]}::text[])
    order by id for update`.execute(ctx.em.query());
}

/** Removes the parents of parties, so that parent and child can be deleted together. */
export async function detachParties(ctx: AccountContext, ids: readonly string[]): Promise<void> {
  await sql`update core.party set parent_id = null where account_id = ${ctx.account.id}
    and id = any(${[...ids]}::text[]) and parent_id is not null`.execute(ctx.em.query());
}

/** Adds addresses to parties without checking rights, for services that have checked theirs. */
export async function insertAddresses(
  ctx: AccountContext,
  addresses: readonly (AddressColumns & { partyID: string })[],
): Promise<void> {
  const now = ctx.clock.now();
  await ctx.em.insert(
    'core.party_address',
    addresses.map((address) => ({
      id: address.id,
      created_at: now,
      updated_at: now,
      version: 1,
      party_id: address.partyID,
      name: address.name,
      line1: address.line1,
      line2: address.line2,
      city: address.city,
      state: address.state,
      postal_code: address.postalCode,
      country: address.country,
      phone: address.phone,
      email: address.email,
      is_drop_ship: false,
      place_id: address.placeID,
      address_details: address.addressDetails,
    })),
  );
  touched(ctx, listAddresses);
}

/** Overwrites addresses with the given versions; returns the new versions of those whose version still matched. */
export async function overwriteAddresses(
  ctx: AccountContext,
  addresses: readonly (AddressColumns & { version: number })[],
): Promise<Map<string, number>> {
  if (!addresses.length) return new Map();
  const { rows } = await sql<{
    id: string;
    version: number;
  }>`update core.party_address address set name = r.name, line1 = r.line1,
      line2 = r.line2, city = r.city, state = r.state, postal_code = r."postalCode",
      country = r.country, phone = r.phone, email = r.email, place_id = r."placeID",
      address_details = r."addressDetails", version = address.version + 1, updated_at = ${ctx.clock.now()}
    from jsonb_to_recordset(${JSON.stringify(addresses)}::text::jsonb) as r(id text, version int, name text, line1 text,
      line2 text, city text, state text, "postalCode" text, country text, phone text, email text,
      "placeID" text, "addressDetails" jsonb)
    where address.account_id = ${ctx.account.id} and address.id = r.id and address.version = r.version
    returning address.id, address.version`.execute(ctx.em.query());
  touched(ctx, listAddresses);
  return new Map(rows.map(({ id, version }) => [id, version]));
}

/** Deletes addresses to which no record refers any more. */
export async function removeAddresses(ctx: AccountContext, ids: readonly string[]): Promise<void> {
  if (!ids.length) return;
  await sql`delete from core.party_address
    where account_id = ${ctx.account.id} and id = any(${[...ids]}::text[])`.execute(ctx.em.query());
  touched(ctx, listAddresses);
}
