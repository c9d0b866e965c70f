import type { BulkAction } from '@millwright/core/server';
import { eraseParties, partyRestoration, type RemovableParty, sortParties } from '../../party/party-removal.ts';
import { customerParty } from './customer-party.ts';

/** Deletion of customers without references. */
export const customerRemoval = {
  action: 'customers.delete',
  recordType: 'customer',
  permission: 'customers:delete',
  effect: 'delete',
  sort: (ctx, ids) => sortParties(ctx, 'customer', ids),
  apply: (ctx, gone) => eraseParties(ctx, customerParty, gone),
  undo: partyRestoration(customerParty),
} satisfies BulkAction<RemovableParty>;
