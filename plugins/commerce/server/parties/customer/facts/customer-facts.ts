import type { AddressSnapshot } from '@millwright/core/contracts';
import { fieldFacts } from '@millwright/core/server';
import { type Customer, customerFields } from '../../../../contracts/index.ts';

const line = (address: AddressSnapshot | null): string | null =>
  address &&
  [address.name, address.line1, address.line2, address.city, address.state, address.postalCode, address.country]
    .filter(Boolean)
    .join(', ');

/** The fields that history and events report as changed, with values for people. */
export const customerFacts = (customer: Customer) => ({
  number: customer.number,
  name: customer.name,
  ...fieldFacts(customerFields, customer),
  parent: customer.parent?.name ?? null,
  customerPriceGroups: customer.customerPriceGroups.map(({ name }) => name),
  billToAddress: line(customer.billToAddress),
  shipToAddress: line(customer.shipToAddress),
  cardProviderCustomerID: customer.cardProviderCustomerID,
});
