import type { AccountContext, BulkAction, SortedRecords } from '@millwright/core/server';
import { eraseParties, lockParties, partyRestoration, type RemovableParty } from '../party/party-removal.ts';
import { goneItems } from './gone-items.ts';
import { supplierParty } from './supplier-party.ts';

/** Finds the suppliers and locks them; each may go. */
async function sort(ctx: AccountContext, ids: readonly string[]): Promise<SortedRecords<RemovableParty>> {
  const wanted = [...new Set(ids)];
  const allowed = await lockParties(ctx, 'supplier', wanted);
  const known = new Set(allowed.map(({ id }) => id));
  return {
    allowed,
    refused: wanted
      .filter((id) => !known.has(id))
      .map((id) => ({ id, label: id, reason: 'There is no such supplier' })),
  };
}

/** Deletes suppliers. */
export const supplierRemoval = {
  action: 'suppliers.delete',
  recordType: 'supplier',
  permission: 'suppliers:delete',
  effect: 'delete',
  sort,
  apply: (ctx, gone) => eraseParties(ctx, supplierParty, gone),
  undo: partyRestoration(supplierParty, (ctx, records) => goneItems(ctx, records, 'commerce.supplier_material')),
} satisfies BulkAction<RemovableParty>;
