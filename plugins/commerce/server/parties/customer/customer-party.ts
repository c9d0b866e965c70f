import { customerChanged, customerCreated, customerDeleted, customerRenamed } from '../../../contracts/index.ts';
import type { PartyKindFacts } from '../party/party-kind.ts';

/** Customers as parties. Groups show how many customers they have. */
export const customerParty: PartyKindFacts = {
  kind: 'customer',
  parts: 'commerce.customer_price_group',
  lists: ['customers', 'account-groups', 'addresses'],
  events: { created: customerCreated, changed: customerChanged, renamed: customerRenamed, deleted: customerDeleted },
};
