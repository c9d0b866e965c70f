import { bulkEdit, editedFields, touched } from '@millwright/core/server';
import { bulkCustomerFields } from '../../../../contracts/index.ts';
import { closePages } from '../../../document/payable/close-pages.ts';
import { tellPartiesChanged } from '../../party/party-history.ts';
import { referenceTables } from '../../reference-tables.ts';
import { customerParty } from './customer-party.ts';

/** Bulk edit of customers. */
export const customerEdit = bulkEdit({
  action: 'customers.edit',
  recordType: 'customer',
  permission: 'customers:update',
  table: 'commerce.customer',
  label: 'name',
  fields: editedFields(bulkCustomerFields, referenceTables),
  async written(ctx, ids, names) {
    for (const id of ids) tellPartiesChanged(ctx, customerParty, id, names);
    await ctx.em.flush();
    if (names.includes('status')) await closePages(ctx, { customerIDs: ids });
    touched(ctx, ...customerParty.lists);
  },
});
