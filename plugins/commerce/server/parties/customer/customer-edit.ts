import { bulkEdit, type EditedField, editedFlags, sql, touched } from '@millwright/core/server';
import { bulkCustomerFlags, type CustomerStatus, customerStatusNames } from '../../../contracts/index.ts';
import { tellPartiesChanged } from '../party/party-history.ts';
import { customerParty } from './customer-party.ts';

const reference = (name: string, label: string, column: string, names: EditedField['names']): EditedField => ({
  name,
  label,
  column,
  type: 'text',
  ...(names ? { names } : {}),
});

const fields: readonly EditedField[] = [
  {
    name: 'status',
    label: 'Status',
    column: 'status',
    type: 'text',
    shown: (code) => customerStatusNames[code as CustomerStatus],
  },
  reference('defaultSalesRepID', 'Sales rep', 'default_sales_rep_id', {
    table: 'core.v_members',
    column: 'name',
    where: sql`customer_id is null and removed_at is null`,
  }),
  reference('defaultPaymentTermID', 'Payment term', 'default_payment_term_id', {
    table: 'commerce.payment_term',
    column: 'name',
  }),
  reference('defaultShippingTermID', 'Shipping term', 'default_shipping_term_id', {
    table: 'commerce.shipping_term',
    column: 'name',
  }),
  reference('defaultPriorityID', 'Priority', 'default_priority_id', { table: 'commerce.priority', column: 'name' }),
  reference('customerTypeGroupID', 'Customer type', 'customer_type_group_id', {
    table: 'commerce.account_group',
    column: 'name',
    where: sql`type_code = 'customer_type'`,
  }),
  ...editedFlags(bulkCustomerFlags),
];

/** Gives customers the same values of fields. */
export const customerEdit = bulkEdit({
  action: 'customers.edit',
  recordType: 'customer',
  permission: 'customers:update',
  table: 'commerce.customer',
  label: 'name',
  fields,
  async written(ctx, ids, names) {
    for (const id of ids) tellPartiesChanged(ctx, customerParty, id, names);
    await ctx.em.flush();
    touched(ctx, ...customerParty.lists);
  },
});
