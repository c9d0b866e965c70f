import {
  type AccountContext,
  type BulkAction,
  type RecordUse,
  reasonOf,
  type SortedRecords,
  usesOf,
} from '@millwright/core/server';
import { eraseParties, lockParties, partyRestoration, type RemovableParty } from '../party/party-removal.ts';
import { customerParty } from './customer-party.ts';

interface SortedCustomers extends SortedRecords<RemovableParty> {
  /** What refers to a customer; undefined for one that is not there. */
  refused: { id: string; label: string; reason: string; uses: RecordUse[] | undefined }[];
}

/** Tells apart which customers nothing refers to, and locks them and their parties. */
async function sort(ctx: AccountContext, ids: readonly string[]): Promise<SortedCustomers> {
  const wanted = [...new Set(ids)];
  const found = await lockParties(ctx, 'customer', wanted);
  const known = new Map(found.map((customer) => [customer.id, customer]));
  const uses = await usesOf(ctx, 'customer', [...known.keys()]);
  return {
    allowed: found.filter(({ id }) => !uses.has(id)),
    refused: wanted
      .filter((id) => !known.has(id) || uses.has(id))
      .map((id) => {
        const own = uses.get(id);
        const reason = own ? reasonOf(own) : 'There is no such customer';
        return { id, label: known.get(id)?.label ?? id, uses: own, reason };
      }),
  };
}

/** Deletes customers that nothing refers to. */
export const customerRemoval = {
  action: 'customers.delete',
  recordType: 'customer',
  permission: 'customers:delete',
  effect: 'delete',
  sort,
  apply: (ctx, gone) => eraseParties(ctx, customerParty, gone),
  undo: partyRestoration(customerParty),
} satisfies BulkAction<RemovableParty>;
