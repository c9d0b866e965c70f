import { DateText, ListScreen } from '@millwright/core/browser';
import { accountGroupTypeNames, accountGroupTypes, listAccountGroups } from '../../../contracts/index.ts';
import { CommissionBadge, FreightBadge } from '../../terms/exemption-badges.tsx';

export function CustomerGroupListScreen() {
  return (
    <ListScreen
      name="customer-groups"
      title="Customer groups"
      endpoint={listAccountGroups}
      columns={[
        { id: 'name', header: 'Name', cell: (group) => group.name, sortable: true },
        {
          id: 'typeCode',
          header: 'Kind',
          cell: (group) => accountGroupTypeNames[group.typeCode],
          sortable: true,
          width: 150,
        },
        {
          id: 'customerCount',
          header: 'Customers',
          cell: (group) => group.customerCount,
          sortable: true,
          align: 'end',
          width: 120,
        },
        {
          id: 'isCommissionExempt',
          header: 'Commission',
          cell: (group) => <CommissionBadge isExempt={group.isCommissionExempt} />,
          width: 130,
        },
        {
          id: 'isFreightExempt',
          header: 'Freight',
          cell: (group) => <FreightBadge isExempt={group.isFreightExempt} />,
          width: 130,
        },
        {
          id: 'createdAt',
          header: 'Created',
          cell: (group) => <DateText value={group.createdAt} />,
          sortable: true,
          width: 120,
          defaultHidden: true,
        },
      ]}
      filters={[
        {
          kind: 'select',
          name: 'type',
          label: 'Kind',
          options: accountGroupTypes.map((value) => ({ value, label: accountGroupTypeNames[value] })),
        },
        { kind: 'boolean', name: 'isCommissionExempt', label: 'Commission', yes: 'Exempt', no: 'Earned' },
        { kind: 'boolean', name: 'isFreightExempt', label: 'Freight', yes: 'Exempt', no: 'Charged' },
      ]}
      views={[
        { id: 'types', name: 'Customer types', query: 'type=customer_type' },
        { id: 'prices', name: 'Price groups', query: 'type=price_group' },
      ]}
      defaultSort={{ by: 'name', order: 'asc' }}
      rowHref={(group) => `/dashboard/customer-groups/${group.id}`}
      rowLabel={(group) => group.name}
      primaryAction={{
        label: 'New group',
        href: '/dashboard/customer-groups/create',
        needs: 'customer_groups:create',
      }}
      empty={{
        title: 'No customer groups yet',
        text:
          'Customer types say what a customer is, price groups what it pays; ' +
          'both can exempt from commission and freight.',
        icon: 'tag',
        action: { label: 'New group', href: '/dashboard/customer-groups/create' },
      }}
    />
  );
}
