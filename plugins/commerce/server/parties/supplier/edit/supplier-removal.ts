import type { BulkAction } from '@millwright/core/server';
import { eraseParties, partyRestoration, type RemovableParty, sortParties } from '../../party/party-removal.ts';
import { goneItems } from './gone-items.ts';
import { supplierParty } from './supplier-party.ts';

/** Deletion of suppliers without references, with their items. */
export const supplierRemoval = {
  action: 'suppliers.delete',
  recordType: 'supplier',
  permission: 'suppliers:delete',
  effect: 'delete',
  sort: (ctx, ids) => sortParties(ctx, 'supplier', ids),
  apply: (ctx, gone) => eraseParties(ctx, supplierParty, gone),
  undo: partyRestoration(supplierParty, (ctx, records) => goneItems(ctx, records, 'commerce.supplier_material')),
} satisfies BulkAction<RemovableParty>;
