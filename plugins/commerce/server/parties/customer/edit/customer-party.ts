import { listAddresses } from '@millwright/core/contracts';
import {
  customerChanged,
  customerCreated,
  customerDeleted,
  customerRenamed,
  listAccountGroups,
  listCustomerContacts,
  listCustomers,
} from '../../../../contracts/index.ts';
import type { PartyKindFacts } from '../../party/party-kind.ts';

/** Customers as parties. Lists of groups are affected, because they show numbers of customers. */
export const customerParty: PartyKindFacts = {
  kind: 'customer',
  parts: ['commerce.customer_price_group', 'commerce.customer_contact'],
  lists: [listCustomers, listAccountGroups, listCustomerContacts, listAddresses],
  events: { created: customerCreated, changed: customerChanged, renamed: customerRenamed, deleted: customerDeleted },
};
