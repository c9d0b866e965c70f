import { z } from 'zod';
import { address, addressInput, addressPatch, placeDetails } from './address.ts';
import { endpoint, noContent } from './endpoint.ts';
import { listOf, listQuery } from './list-query.ts';

const checked =
  'Needs account, customers or suppliers, as the path names the own account or one of those; checked by the handler';

/** An address of the own account, a customer or a supplier. */
export const partyAddress = address.extend({ version: z.number() });
export type PartyAddressView = z.output<typeof partyAddress>;

// Runs beside other faults too, so that one answer names them all.
const always = { when: () => true };
const hasField = (input: unknown, field: 'name' | 'country'): boolean =>
  typeof input !== 'object' ||
  input === null ||
  'placeDetails' in input ||
  (input as Record<string, unknown>)[field] !== undefined;

/**
 * A new address: its fields, or the details of a place it is built from; fields beside those go before what the place
 * says (spec commerce section 5).
 */
export const partyAddressInput = addressInput
  .partial()
  .extend({ placeDetails: placeDetails.optional() })
  .refine((input) => hasField(input, 'name'), { path: ['name'], error: 'Address name is required', ...always })
  .refine((input) => hasField(input, 'country'), { path: ['country'], error: 'Country is required', ...always });
export type PartyAddressInput = z.output<typeof partyAddressInput>;

/** Lists the addresses of the own account, a customer or a supplier. */
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

/** Changes an address; documents keep what they had. */
export const updateAddress = endpoint({
  name: 'updateAddress',
  method: 'PATCH',
  path: '/v1/accounts/{accountID}/addresses/{addressID}',
  signedIn: checked,
  summary: 'Changes an address.',
  body: addressPatch.extend({ version: z.int().optional() }),
  reply: partyAddress,
});

/** Deletes an address; 409 `in_use` where it is somebody's default. */
export const deleteAddress = endpoint({
  name: 'deleteAddress',
  method: 'DELETE',
  path: '/v1/accounts/{accountID}/addresses/{addressID}',
  signedIn: checked,
  summary: 'Deletes an address.',
  reply: noContent,
});
