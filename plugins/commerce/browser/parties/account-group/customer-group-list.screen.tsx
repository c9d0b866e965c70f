import { RecordListScreen } from '@millwright/core/browser';
import { accountGroups } from '../../../contracts/index.ts';
import { CommissionBadge, FreightBadge } from '../../terms/exemption-badges.tsx';

export function CustomerGroupListScreen() {
  return (
    <RecordListScreen
      record={accountGroups}
      hasImport={false}
      columns={[
        { id: 'typeCode', header: 'Kind', width: 150 },
        { id: 'customerCount', width: 120 },
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
      ]}
      filters={[
        { name: 'type', label: 'Kind' },
        { name: 'isCommissionExempt', label: 'Commission', yes: 'Exempt', no: 'Earned' },
        { name: 'isFreightExempt', label: 'Freight', yes: 'Exempt', no: 'Charged' },
      ]}
      views={[
        { id: 'types', name: 'Customer types', query: 'type=customer_type' },
        { id: 'prices', name: 'Price groups', query: 'type=price_group' },
      ]}
      icon="tag"
      emptyText="Types say what a customer is, price groups what it pays; both can exempt from commission and freight."
    />
  );
}
