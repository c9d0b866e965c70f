import { describe, expect, it } from 'vitest';
import { countryCode, countryOptions, statesOf } from './regions.ts';

describe('countries and states', () => {
  const countries = countryOptions('en-US');

  it('are known by code and by name, in the language of the account', () => {
    expect(countries.find(({ value }) => value === 'DE')?.label).toBe('Germany');
    expect(countryOptions('de-DE').find(({ value }) => value === 'DE')?.label).toBe('Deutschland');
    expect(countries.every(({ value, label }) => label !== value)).toBe(true);
    expect(['us', 'United States', 'USA', 'Atlantis'].map((text) => countryCode(text, countries))).toEqual([
      'US',
      'US',
      'US',
      'Atlantis',
    ]);
  });

  it('have no state twice', () => {
    for (const country of ['US', 'CA', 'AU', 'MX', 'BR']) {
      const own = statesOf(country);
      expect(new Set(own).size, country).toBe(own.length);
    }
    expect(statesOf('DE')).toEqual([]);
  });
});
