import type { Selectable } from 'kysely';
import { audit, changesOf, snapshotOf } from '../../audit/audit.ts';
import {
  listAddresses,
  type PartyAddressInput,
  type PartyAddressView,
} from '../../contracts/accounts/party-address.contract.ts';
import type { ListQuery } from '../../contracts/endpoints/list-query.ts';
import { problems } from '../../contracts/endpoints/problem.ts';
import {
  type AddressInput,
  addressFromPlaceDetails,
  addressInput,
  snapshotOfAddress,
} from '../../contracts/texts/address.ts';
import { newID } from '../../contracts/texts/id.ts';
import { isoDateTimeOf } from '../../database/rows/row-date.ts';
import type { TableRow } from '../../database/rows/table-row.ts';
import type { AccountContext } from '../../kernel/context/context.ts';
import { matchesText } from '../../lists/conditions.ts';
import { listPage, touched } from '../../lists/list-page.ts';
import { Party, PartyAddress, type PartyKind } from './party.entity.ts';
import { permittedParty, touchedParty } from './party.ts';

type Tables = { 'core.party_address': TableRow<typeof PartyAddress> };
type Row = Selectable<TableRow<typeof PartyAddress>>;

const fields = [
  'name',
  'line1',
  'line2',
  'city',
  'state',
  'postalCode',
  'country',
  'phone',
  'email',
  'isDropShip',
  'placeID',
  'addressDetails',
] as const;

const viewOf = (address: PartyAddress): PartyAddressView => ({
  id: address.id,
  name: address.name,
  line1: address.line1 ?? null,
  line2: address.line2 ?? null,
  city: address.city ?? null,
  state: address.state ?? null,
  postalCode: address.postalCode ?? null,
  country: address.country,
  phone: address.phone ?? null,
  email: address.email ?? null,
  isDropShip: address.isDropShip,
  placeID: address.placeID ?? null,
  addressDetails: address.addressDetails ?? null,
  version: address.version,
  createdAt: address.createdAt.toISOString(),
  updatedAt: address.updatedAt.toISOString(),
});

const viewOfRow = (row: Row): PartyAddressView => ({
  id: row.id,
  name: row.name,
  line1: row.line1,
  line2: row.line2,
  city: row.city,
  state: row.state,
  postalCode: row.postal_code,
  country: row.country,
  phone: row.phone,
  email: row.email,
  isDropShip: row.is_drop_ship,
  placeID: row.place_id,
  addressDetails: row.address_details as PartyAddressView['addressDetails'],
  version: Number(row.version),
  createdAt: isoDateTimeOf(row.created_at),
  updatedAt: isoDateTimeOf(row.updated_at),
});

/** The record whose history contains changes of the address. */
const recordOf = ({ id, kind }: { id: string; kind: PartyKind }) => ({ type: kind === 'self' ? 'account' : kind, id });

/** A page of the addresses of the account, a customer or a supplier. */
export async function pageOfAddresses(
  ctx: AccountContext,
  accountID: string,
  query: ListQuery & { sortBy?: 'name' | 'city' | 'state' | 'postalCode' | 'country' | 'createdAt' | 'updatedAt' },
) {
  const party = await permittedParty(ctx, accountID, 'read');
  let matching = ctx.em
    .query<Tables>()
    .selectFrom('core.party_address as address')
    .where('address.account_id', '=', ctx.account.id)
    .where('address.party_id', '=', party.id);
  if (query.query)
    matching = matching.where(
      matchesText(query.query, [
        'address.name',
        'address.line1',
        'address.city',
        'address.postal_code',
        'address.country',
      ]),
    );
  const { items, count } = await listPage(ctx, {
    list: listAddresses,
    id: 'address.id',
    matching,
    select: (rows) => rows.selectAll('address'),
    page: query,
    sortable: {
      name: 'address.name',
      city: 'address.city',
      state: 'address.state',
      postalCode: 'address.postal_code',
      country: 'address.country',
      createdAt: 'address.created_at',
      updatedAt: 'address.updated_at',
    },
    order: [['address.name', 'asc']],
    scope: party.id,
  });
  return { items: (items as Row[]).map(viewOfRow), count };
}

async function addressOf(ctx: AccountContext, partyID: string, addressID: string): Promise<PartyAddress> {
  const address = await ctx.em.get(PartyAddress, addressID);
  if (address.party.id !== partyID) throw problems.not_found();
  return address as PartyAddress;
}

/** Reads an address. @throws Problem 404, also for an address of another party. */
export async function readAddress(
  ctx: AccountContext,
  accountID: string,
  addressID: string,
): Promise<PartyAddressView> {
  const party = await permittedParty(ctx, accountID, 'read');
  return viewOf(await addressOf(ctx, party.id, addressID));
}

const valuesOf = (input: AddressInput) => ({
  name: input.name,
  line1: input.line1 || null,
  line2: input.line2 || null,
  city: input.city || null,
  state: input.state || null,
  postalCode: input.postalCode || null,
  country: input.country,
  phone: input.phone || null,
  email: input.email || null,
  isDropShip: input.isDropShip ?? false,
  placeID: input.placeID || null,
  addressDetails: input.addressDetails ?? null,
});

/** Adds an address to a party without checking rights, for services that have checked theirs. */
export async function insertAddress(ctx: AccountContext, partyID: string, input: AddressInput): Promise<PartyAddress> {
  const address = ctx.em.create(PartyAddress, {
    id: newID('adr'),
    party: ctx.em.reference(Party, partyID),
    ...valuesOf(input),
  });
  await ctx.em.flush();
  touched(ctx, listAddresses);
  return address;
}

/** Overwrites the fields of an address, for services that have checked their rights and record the change. */
export async function overwriteAddress(ctx: AccountContext, id: string, input: AddressInput): Promise<void> {
  ctx.em.assign(await ctx.em.getForUpdate(PartyAddress, id), {
    ...snapshotOfAddress(input),
    placeID: input.placeID || null,
    addressDetails: input.addressDetails ?? null,
  });
  touched(ctx, listAddresses);
}

/**
 * Adds an address from its fields or from place details.
 * @throws Problem 400 with the spec's messages for place details.
 */
export async function addAddress(
  ctx: AccountContext,
  accountID: string,
  { placeDetails, ...input }: PartyAddressInput,
): Promise<PartyAddressView> {
  const party = await permittedParty(ctx, accountID, 'update');
  const address = await insertAddress(
    ctx,
    party.id,
    addressInput.parse({ ...(placeDetails ? addressFromPlaceDetails(placeDetails) : {}), ...input }),
  );
  audit(ctx, { record: recordOf(party), action: 'address_added', note: address.name });
  touchedParty(ctx, party.kind);
  return viewOf(address);
}

/** Changes an address. */
export async function changeAddress(
  ctx: AccountContext,
  accountID: string,
  addressID: string,
  { version, ...patch }: Partial<AddressInput> & { version?: number | undefined },
): Promise<PartyAddressView> {
  const party = await permittedParty(ctx, accountID, 'update');
  const address = await addressOf(ctx, party.id, addressID);
  ctx.em.expectVersion(address, version);
  const before = snapshotOf(address, fields);
  const blankToNull = Object.fromEntries(
    Object.entries(patch).map(([name, value]) => [name, value === '' ? null : value]),
  );
  ctx.em.assign(address, blankToNull);
  audit(ctx, {
    record: recordOf(party),
    action: 'address_changed',
    changes: changesOf(before, snapshotOf(address, fields), fields),
    note: address.name,
  });
  await ctx.em.flush();
  touched(ctx, listAddresses);
  touchedParty(ctx, party.kind);
  return viewOf(address);
}

/** Deletes an address. @throws Problem 409 `in_use` while a record refers to it. */
export async function removeAddress(ctx: AccountContext, accountID: string, addressID: string): Promise<undefined> {
  const party = await permittedParty(ctx, accountID, 'update');
  const address = await addressOf(ctx, party.id, addressID);
  ctx.em.remove(address);
  audit(ctx, { record: recordOf(party), action: 'address_removed', note: address.name });
  await ctx.em.flush();
  touched(ctx, listAddresses);
  touchedParty(ctx, party.kind);
  return undefined;
}
