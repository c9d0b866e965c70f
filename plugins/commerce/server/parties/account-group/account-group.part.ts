import { definePart, projection, referenceAggregate, sql } from '@millwright/core/server';
import {
  accountGroupDeclarations,
  accountGroups,
  accountGroupsView,
  accountGroupTypeNames,
  listAccountGroups,
  listCustomers,
} from '../../../contracts/index.ts';
import { AccountGroup } from './account-group.entity.ts';

const view = projection(accountGroups.row, {
  list: listAccountGroups,
  table: 'commerce.account_group',
  computed: {
    customerCount: sql`(case account_group.type_code
      when 'customer_type' then (select count(*)::int from commerce.customer customer
        where customer.account_id = account_group.account_id and customer.customer_type_group_id = account_group.id)
      else (select count(*)::int from commerce.customer_price_group priced
        where priced.account_id = account_group.account_id and priced.account_group_id = account_group.id) end)`,
  },
  search: ['name'],
  filters: { type: (type) => sql<boolean>`account_group.type_code = ${type}` },
  order: ['name'],
});

/** Routes and commands of groups. The exemptions of a group decide which customers the exemption filters find. */
export const accountGroupRecord = referenceAggregate({
  entity: AccountGroup,
  table: 'commerce.account_group',
  endpoints: accountGroups,
  view,
  lists: [listAccountGroups, listCustomers],
  subtitle: ({ typeCode }) => accountGroupTypeNames[typeCode],
});

export const accountGroupPart = definePart({
  ...accountGroupRecord,
  ...accountGroupDeclarations,
  views: [accountGroupsView],
  samples: [
    {
      table: 'commerce.account_group',
      row: { name: 'Group {label}', type_code: 'price_group', is_commission_exempt: true, is_freight_exempt: false },
    },
  ],
});
