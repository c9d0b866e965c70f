import { bulkEdit, touched } from '@millwright/core/server';
import { tellPartiesChanged } from '../party/party-history.ts';
import { supplierParty } from './supplier-party.ts';

/** Gives suppliers the same values of fields. */
export const supplierEdit = bulkEdit({
  action: 'suppliers.edit',
  recordType: 'supplier',
  permission: 'suppliers:update',
  table: 'commerce.supplier',
  label: 'name',
  fields: [
    {
      name: 'isActive',
      label: 'State',
      column: 'is_active',
      type: 'boolean',
      shown: (value) => (value === 'true' ? 'Active' : 'Inactive'),
    },
    {
      name: 'defaultPaymentTermID',
      label: 'Payment term',
      column: 'default_payment_term_id',
      type: 'text',
      names: { table: 'commerce.payment_term', column: 'name' },
    },
  ],
  async written(ctx, ids, names) {
    for (const id of ids) tellPartiesChanged(ctx, supplierParty, id, names);
    await ctx.em.flush();
    touched(ctx, ...supplierParty.lists);
  },
});
