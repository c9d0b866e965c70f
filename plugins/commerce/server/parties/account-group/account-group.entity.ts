import { defineEntity, type InferEntity } from '@mikro-orm/core';
import { column, type TableRow, tenantColumns, tenantTable } from '@millwright/core/server';
import type { AccountGroupType } from '../../../contracts/parties/account-group/account-group.contract.ts';

/** A customer type or a price group. */
export const AccountGroup = defineEntity({
  ...tenantTable('commerce', 'account_group'),
  name: 'AccountGroup',
  properties: {
    ...tenantColumns(),
    name: column.text(),
    typeCode: column.text().$type<AccountGroupType>(),
    isCommissionExempt: column.boolean().default(true),
    isFreightExempt: column.boolean().default(false),
  },
  uniques: [{ properties: ['accountID', 'typeCode', 'name'] }],
  checks: [
    { name: 'account_group_name', expression: "name <> ''" },
    { name: 'account_group_type', expression: "type_code in ('customer_type', 'price_group')" },
  ],
});
export type AccountGroup = InferEntity<typeof AccountGroup>;

declare module '../../tables.ts' {
  interface Tables {
    'commerce.account_group': TableRow<typeof AccountGroup>;
  }
}
