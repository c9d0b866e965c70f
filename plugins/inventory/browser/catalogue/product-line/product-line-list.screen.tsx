import { RecordListScreen, StatusBadge } from '@millwright/core/browser';
import { productLines } from '../../../contracts/index.ts';

export function ProductLineListScreen() {
  return (
    <RecordListScreen
      record={productLines}
      columns={[
        'productCount',
        { id: 'unitGroup', width: 160 },
        {
          id: 'isCommissionExempt',
          csv: 'isCommissionExempt=Commission exempt',
          header: 'Commission',
          cell: (line) =>
            line.isCommissionExempt ? (
              <StatusBadge>Exempt</StatusBadge>
            ) : (
              <StatusBadge tone="success">Earned</StatusBadge>
            ),
          width: 130,
        },
        {
          id: 'isFreightExempt',
          csv: 'isFreightExempt=Freight exempt',
          header: 'Freight',
          cell: (line) =>
            line.isFreightExempt ? <StatusBadge>Exempt</StatusBadge> : <StatusBadge tone="info">Charged</StatusBadge>,
          width: 130,
        },
      ]}
      filters={[
        { name: 'isCommissionExempt', label: 'Commission', yes: 'Exempt', no: 'Earned' },
        { name: 'isFreightExempt', label: 'Freight', yes: 'Exempt', no: 'Charged' },
      ]}
      icon="tag"
      emptyText="A product line gathers products that share commission, freight and access rules."
    />
  );
}
