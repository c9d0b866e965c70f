import { formats, hidden, RecordListScreen, StatusBadge } from '@millwright/core/browser';
import { orderDiscounts } from '../../../contracts/index.ts';

export function OrderDiscountListScreen() {
  return (
    <RecordListScreen
      record={orderDiscounts}
      searchPlaceholder="Name, code"
      columns={[
        { id: 'code', width: 160 },
        'type',
        {
          id: 'percentage',
          cell: (discount) => (discount.percentage === null ? null : formats().percent(discount.percentage)),
          align: 'end',
          width: 120,
        },
        'amount',
        {
          id: 'isActive',
          header: 'State',
          cell: (discount) =>
            discount.isActive ? (
              <StatusBadge tone="success">Active</StatusBadge>
            ) : (
              <StatusBadge tone="neutral">Switched off</StatusBadge>
            ),
          width: 130,
        },
        { id: 'startDate', header: 'First day' },
        { id: 'endDate', header: 'Last day' },
        ...hidden(
          { id: 'minimumOrderTotal', header: 'From order total', width: 150 },
          { id: 'maximumUses', header: 'Most uses', width: 120 },
          'customers',
          'customerGroups',
        ),
        'orderCount',
      ]}
      filters={['type', { name: 'isActive', label: 'State', yes: 'Active', no: 'Switched off' }]}
      icon="tag"
      emptyText="An order discount takes a share or an amount off a whole order for who gives its code."
    />
  );
}
