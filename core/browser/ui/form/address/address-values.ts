import type { AddressInput, AddressSnapshot } from '../../../../contracts/texts/address.ts';

/** Form values of an address. */
export const addressValues = (address: AddressSnapshot | null): AddressInput | null =>
  address && {
    name: address.name,
    line1: address.line1,
    line2: address.line2,
    city: address.city,
    state: address.state,
    postalCode: address.postalCode,
    country: address.country,
    phone: address.phone,
    email: address.email,
    isDropShip: address.isDropShip,
  };

/** A new address in this country. */
export const emptyAddress = (country: string): AddressInput => ({
  name: '',
  line1: null,
  line2: null,
  city: null,
  state: null,
  postalCode: null,
  country,
  phone: null,
  email: null,
  isDropShip: false,
});

/** The country of a locale: `US` for `en-US`; '' if it has none. */
export const regionOf = (locale: string | undefined): string => {
  try {
    return new Intl.Locale(locale ?? '').region ?? '';
  } catch {
    return '';
  }
};

/** An address in as few lines as possible. */
export const addressLines = (address: AddressSnapshot): string[] =>
  [
    address.line1,
    address.line2,
    [[address.city, address.state].filter(Boolean).join(', '), address.postalCode].filter(Boolean).join(' '),
    address.country,
  ].filter((line): line is string => Boolean(line));
