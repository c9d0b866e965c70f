import { describe, expect, it } from 'vitest';
import { Problem } from '../endpoints/problem.ts';
import {
  addressFromPlaceDetails,
  addressInput,
  addressPatch,
  type PlaceDetails,
  placeDetails,
  snapshotOfAddress,
} from './address.ts';

const component = (type: string, long: string, short = long) => ({
  long_name: long,
  short_name: short,
  types: [type, 'political'],
});
const place: PlaceDetails = placeDetails.parse({
  place_id: 'ChIJ1',
  formatted_address: '12 Mill Rd #4, Dayton, OH 45402, USA',
  rating: 5,
  address_components: [
    component('street_number', '12'),
    component('route', 'Mill Road', 'Mill Rd'),
    component('subpremise', '4'),
    component('locality', 'Dayton'),
    component('administrative_area_level_1', 'Ohio', 'OH'),
    component('country', 'United States', 'US'),
    component('postal_code', '45402'),
    component('postal_code_suffix', '1201'),
  ],
});

describe('addressInput', () => {
  const messages = (value: unknown) =>
    addressInput.safeParse(value).error?.issues.map((issue) => [issue.path.join('.'), issue.message]);

  it("answers with the spec's messages", () => {
    expect(messages({})).toEqual([
      ['name', 'Address name is required'],
      ['country', 'Country is required'],
    ]);
    expect(messages({ name: ' ', country: '' })).toEqual([
      ['name', 'Address name is required'],
      ['country', 'Country is required'],
    ]);
    expect(messages({ name: 'Dock', country: 'US', email: 'nope' })).toEqual([['email', 'Must be a valid email']]);
    expect(messages({ name: 'Dock', country: 'US', street: 'x' })?.[0]?.[1]).toContain('street');
    expect(messages({ name: 'Dock', country: 'US', line1: 'a\u0000' })?.[0]?.[0]).toBe('line1');
  });

  it('takes blank email and phone as none', () => {
    expect(addressInput.parse({ name: 'Dock', country: 'US', email: '', phone: ' ' })).toEqual({
      name: 'Dock',
      country: 'US',
      email: null,
      phone: null,
    });
    expect(addressInput.parse({ name: 'Dock', country: 'US', email: null })).toEqual({
      name: 'Dock',
      country: 'US',
      email: null,
    });
  });

  it('patches without touching what is not named', () => {
    expect(addressPatch.parse({ city: 'Dayton' })).toEqual({ city: 'Dayton' });
    expect(addressPatch.safeParse({ name: '' }).error?.issues[0]?.message).toBe('Address name is required');
    expect(addressPatch.safeParse({ country: null }).success).toBe(false);
  });
});

describe('addressFromPlaceDetails', () => {
  it('reads the components', () => {
    const built = addressFromPlaceDetails(place);
    expect(built).toMatchObject({
      name: '12 Mill Road',
      line1: '12 Mill Road',
      line2: '4',
      city: 'Dayton',
      state: 'OH',
      postalCode: '45402-1201',
      country: 'US',
      placeID: 'ChIJ1',
    });
    expect(addressInput.parse(built)).toEqual(built);
    expect(snapshotOfAddress(built)).toMatchObject({ phone: null, email: null, isDropShip: false, state: 'OH' });
  });

  it("fails with the spec's messages", () => {
    const failure = (details: PlaceDetails) => {
      try {
        return addressFromPlaceDetails(details);
      } catch (error) {
        return error;
      }
    };
    for (const details of [{}, { address_components: [] }]) {
      expect(failure(details)).toBeInstanceOf(Problem);
      expect(failure(details)).toMatchObject({ status: 400, message: 'No address components found in place details' });
    }
    expect(failure({ address_components: [component('locality', 'Dayton')] })).toMatchObject({
      status: 400,
      message: 'Country not found in address components',
    });
  });

  it('finds towns that are no locality', () => {
    const components = [component('postal_town', 'Leeds'), component('country', 'United Kingdom', 'GB')];
    expect(addressFromPlaceDetails({ address_components: components })).toMatchObject({
      city: 'Leeds',
      country: 'GB',
      name: 'Leeds',
      line1: null,
      postalCode: null,
    });
  });
});
