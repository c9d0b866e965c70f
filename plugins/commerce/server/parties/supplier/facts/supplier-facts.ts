import type { AddressSnapshot } from '@millwright/core/contracts';
import { fieldFacts } from '@millwright/core/server';
import { type Supplier, supplierFields } from '../../../../contracts/index.ts';

/** An address on one line. */
const addressLine = (
  address: Partial<Omit<AddressSnapshot, 'name' | 'country'>> & Pick<AddressSnapshot, 'name' | 'country'>,
): string =>
  [
    address.name,
    address.line1,
    address.line2,
    address.city,
    address.state,
    address.postalCode,
    address.country,
    address.phone,
    address.email,
  ]
    .filter(Boolean)
    .join(', ');

/** The fields that history and events report as changed, with values for people. */
export const supplierFacts = (supplier: Supplier) => ({
  number: supplier.number,
  name: supplier.name,
  ...fieldFacts(supplierFields, supplier),
  address: supplier.address && addressLine(supplier.address),
});
