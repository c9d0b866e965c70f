import { bulkEdit, editedFields, touched } from '@millwright/core/server';
import { bulkSupplierFields } from '../../../../contracts/index.ts';
import { tellPartiesChanged } from '../../party/party-history.ts';
import { referenceTables } from '../../reference-tables.ts';
import { supplierParty } from './supplier-party.ts';

/** Bulk edit of suppliers. */
export const supplierEdit = bulkEdit({
  action: 'suppliers.edit',
  recordType: 'supplier',
  permission: 'suppliers:update',
  table: 'commerce.supplier',
  label: 'name',
  fields: editedFields(bulkSupplierFields, referenceTables),
  async written(ctx, ids, names) {
    for (const id of ids) tellPartiesChanged(ctx, supplierParty, id, names);
    await ctx.em.flush();
    touched(ctx, ...supplierParty.lists);
  },
});
