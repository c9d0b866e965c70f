import type { AddressSnapshot } from '@millwright/core/contracts';

/** An address in one line, for history. */
export const addressLine = (address: AddressSnapshot | null): string | null =>
  address &&
  [address.name, address.line1, address.line2, address.city, address.state, address.postalCode, address.country]
    .filter(Boolean)
    .join(', ');

/** An address as lines of a document or mail. */
export const snapshotLines = (address: AddressSnapshot | null): string[] =>
  address
    ? [
        address.name,
        address.line1,
        address.line2,
        [[address.city, address.state].filter(Boolean).join(', '), address.postalCode].filter(Boolean).join(' '),
        address.country,
      ].filter((line): line is string => Boolean(line))
    : [];
