import type { AddressSnapshot } from '@millwright/core/contracts';
import { type Customer, customerFields } from '../../../contracts/index.ts';

const line = (address: AddressSnapshot | null): string | null =>
  address &&
  [address.name, address.line1, address.line2, address.city, address.state, address.postalCode, address.country]
    .filter(Boolean)
    .join(', ');

/** What the history and the event name as changed; values as people read them. */
export const customerFacts = (customer: Customer) => ({
  number: customer.number,
  name: customer.name,
  status: customer.status,
  ...customerFields.of(customer),
  parent: customer.parent?.name ?? null,
  defaultCarrier: customer.defaultCarrier?.name ?? null,
  defaultCarrierOption: customer.defaultCarrierOption?.name ?? null,
  defaultPriority: customer.defaultPriority?.name ?? null,
  defaultPaymentTerm: customer.defaultPaymentTerm?.name ?? null,
  defaultShippingTerm: customer.defaultShippingTerm?.name ?? null,
  defaultSalesRep: customer.defaultSalesRep?.name ?? null,
  customerTypeGroup: customer.customerTypeGroup?.name ?? null,
  customerPriceGroups: customer.customerPriceGroups.map(({ name }) => name),
  billToAddress: line(customer.billToAddress),
  shipToAddress: line(customer.shipToAddress),
  cardProviderCustomerID: customer.cardProviderCustomerID,
});
