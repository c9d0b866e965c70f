import { z } from 'zod';
import { defineProblems } from '../endpoints/problem.ts';
import { emailAddress, phoneNumber, requiredLine, singleLine } from './text.ts';

/** One component of a place, as the maps service sends it. */
const placeComponent = z.object({
  long_name: singleLine(200),
  short_name: singleLine(200).optional(),
  types: z.array(singleLine(60)).max(20),
});

/** Details of a place from the maps service; unknown fields are dropped. */
export const placeDetails = z.object({
  place_id: singleLine(300).optional(),
  name: singleLine(200).optional(),
  formatted_address: singleLine(500).optional(),
  address_components: z.array(placeComponent).max(40).optional(),
});
export type PlaceDetails = z.output<typeof placeDetails>;

const optionalLine = (max: number) => singleLine(max).nullable().optional();
const blankToNull = (value: unknown): unknown => (typeof value === 'string' && value.trim() === '' ? null : value);

const addressShape = {
  name: requiredLine(200, 'Address name is required'),
  line1: optionalLine(200),
  line2: optionalLine(200),
  city: optionalLine(100),
  state: optionalLine(100),
  postalCode: optionalLine(20),
  /** ISO 3166 code or name of the country. */
  country: requiredLine(100, 'Country is required'),
  phone: z
    .preprocess((value: string | null | undefined) => blankToNull(value), phoneNumber.nullable().optional())
    .optional(),
  email: z
    .preprocess((value: string | null | undefined) => blankToNull(value), emailAddress.nullable().optional())
    .optional(),
  isDropShip: z.boolean().optional(),
  /** Identifier of the place in the maps service. */
  placeID: optionalLine(300),
  addressDetails: placeDetails.nullable().optional(),
};

/** An address in requests (spec commerce section 5). A missing `isDropShip` means false. */
export const addressInput = z.strictObject(addressShape);
export type AddressInput = z.output<typeof addressInput>;

/** Changes of an address: any of its fields; name and country cannot be taken away. */
export const addressPatch = z.strictObject(addressShape).partial();
export type AddressPatch = z.output<typeof addressPatch>;

/**
 * An address as it was when its document was created (billTo, shipTo). Later changes of the address do not change it.
 */
export const addressSnapshot = z.object({
  name: z.string(),
  line1: z.string().nullable(),
  line2: z.string().nullable(),
  city: z.string().nullable(),
  state: z.string().nullable(),
  postalCode: z.string().nullable(),
  country: z.string(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  isDropShip: z.boolean(),
});
export type AddressSnapshot = z.output<typeof addressSnapshot>;

/** An address in replies. */
export const address = addressSnapshot.extend({
  id: z.string(),
  placeID: z.string().nullable(),
  addressDetails: placeDetails.nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type Address = z.output<typeof address>;

/** The snapshot of an address that a document keeps. */
export const snapshotOfAddress = (source: AddressInput | AddressSnapshot): AddressSnapshot => ({
  name: source.name,
  line1: source.line1 || null,
  line2: source.line2 || null,
  city: source.city || null,
  state: source.state || null,
  postalCode: source.postalCode || null,
  country: source.country,
  phone: source.phone || null,
  email: source.email || null,
  isDropShip: source.isDropShip ?? false,
});

/** Refusals of place details that are not a complete address. */
export const placeProblems = defineProblems({
  place_without_components: { status: 400, message: 'No address components found in place details' },
  place_without_country: { status: 400, message: 'Country not found in address components' },
});

const cityTypes = [
  'locality',
  'postal_town',
  'sublocality_level_1',
  'sublocality',
  'administrative_area_level_3',
  'administrative_area_level_2',
];

/**
 * The address in the place details; state and country as their short codes.
 * @throws Problem 400 `place_without_components` or `place_without_country`, with the messages of the spec.
 */
export function addressFromPlaceDetails(details: PlaceDetails): AddressInput {
  const components = details.address_components ?? [];
  if (components.length === 0) throw placeProblems.place_without_components();
  const find = (type: string) => components.find((component) => component.types.includes(type));
  const long = (type: string) => find(type)?.long_name || null;
  const short = (type: string) => find(type)?.short_name || long(type);

  const country = short('country');
  if (!country) throw placeProblems.place_without_country();
  const street = [long('street_number'), long('route')].filter(Boolean).join(' ');
  const line1 = street || long('premise') || long('street_address');
  const postalCode = [long('postal_code'), long('postal_code_suffix')].filter(Boolean).join('-');
  const city = cityTypes.map(long).find(Boolean) ?? null;
  return {
    name: details.name || line1 || details.formatted_address?.slice(0, 200) || city || country,
    line1,
    line2: long('subpremise'),
    city,
    state: short('administrative_area_level_1'),
    postalCode: postalCode || null,
    country,
    isDropShip: false,
    placeID: details.place_id ?? null,
    addressDetails: details,
  };
}
