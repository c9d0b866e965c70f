import { z } from 'zod';
import { endpoint, noContent } from '../endpoints/endpoint.ts';
import { listOf, listQuery } from '../endpoints/list-query.ts';
import { address, addressInput, addressPatch, placeDetails } from '../texts/address.ts';

const checked =
  'Needs account, customers or suppliers, as the path names the own account or one of those; checked by the handler';

/** An address of the account itself, a customer or a supplier. */
export const partyAddress = address.extend({ version: z.number() });
export type PartyAddressView = z.output<typeof partyAddress>;

// Also runs after other faults, so that one reply names all of them.
const always = { when: () => true };
const hasField = (input: unknown, field: 'name' | 'country'): boolean =>
  typeof input !== 'object' ||
  input === null ||
  'placeDetails' in input ||
  (input as Record<string, unknown>)[field] !== undefined;

/**
 * A new address: its fields, or the place details to build it from. Fields take precedence over the place details (spec
 * commerce section 5).
 */
export const partyAddressInput = addressInput
  .partial()
  .extend({ placeDetails: placeDetails.optional() })
  .refine((input) => hasField(input, 'name'), { path: ['name'], error: 'Address name is required', ...always })
  .refine((input) => hasField(input, 'country'), { path: ['country'], error: 'Country is required', ...always });
export type PartyAddressInput = z.output<typeof partyAddressInput>;

/** Lists the addresses of the account itself, a customer or a supplier. */
export const listAddresses = endpoint({
  name: 'listAddresses',
  method: 'GET',
  path: '/v1/accounts/{accountID}/addresses',
  signedIn: checked,
  customers: 'own addresses',
  summary: 'Lists the addresses of the account, a customer or a supplier.',
  query: listQuery({ sortBy: ['name', 'city', 'state', 'postalCode', 'country', 'createdAt', 'updatedAt'] }),
  reply: listOf(partyAddress),
});

/** Adds an address. */
export const createAddress = endpoint({
  name: 'createAddress',
  method: 'POST',
  path: '/v1/accounts/{accountID}/addresses',
  signedIn: checked,
  summary: 'Adds an address from its fields or from place details.',
  body: partyAddressInput,
  reply: partyAddress,
});

/** Reads an address. */
export const getAddress = endpoint({
  name: 'getAddress',
  method: 'GET',
  path: '/v1/accounts/{accountID}/addresses/{addressID}',
  signedIn: checked,
  customers: 'own addresses',
  summary: 'Reads an address.',
  reply: partyAddress,
});

/** Changes an address; documents keep their snapshot. */
export const updateAddress = endpoint({
  name: 'updateAddress',
  method: 'PATCH',
  path: '/v1/accounts/{accountID}/addresses/{addressID}',
  signedIn: checked,
  summary: 'Changes an address.',
  body: addressPatch.extend({ version: z.int().optional() }),
  reply: partyAddress,
});

/** Deletes an address; 409 `in_use` where it is a default address. */
export const deleteAddress = endpoint({
  name: 'deleteAddress',
  method: 'DELETE',
  path: '/v1/accounts/{accountID}/addresses/{addressID}',
  signedIn: checked,
  summary: 'Deletes an address.',
  reply: noContent,
});
