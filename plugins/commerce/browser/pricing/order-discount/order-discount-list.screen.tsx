import { DateText, formats, Money, RecordListScreen, StatusBadge } from '@millwright/core/browser';
import { orderDiscounts, orderDiscountTypeNames, orderDiscountTypes } from '../../../contracts/index.ts';

export function OrderDiscountListScreen() {
  return (
    <RecordListScreen
      record={orderDiscounts}
      searchPlaceholder="Name, code"
      columns={[
        { id: 'code', header: 'Code', cell: (discount) => discount.code, sortable: true, width: 160 },
        {
          id: 'type',
          header: 'Type',
          cell: (discount) => orderDiscountTypeNames[discount.type],
          sortable: true,
          width: 120,
        },
        {
          id: 'percentage',
          header: 'Percentage',
          cell: (discount) => (discount.percentage === null ? null : formats().percent(discount.percentage)),
          align: 'end',
          width: 120,
        },
        {
          id: 'amount',
          header: 'Amount',
          cell: (discount) => <Money value={discount.amount} />,
          align: 'end',
          width: 120,
        },
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
        {
          id: 'startDate',
          header: 'First day',
          cell: (discount) => <DateText value={discount.startDate} />,
          sortable: true,
          width: 120,
        },
        {
          id: 'endDate',
          header: 'Last day',
          cell: (discount) => <DateText value={discount.endDate} />,
          sortable: true,
          width: 120,
        },
        {
          id: 'minimumOrderTotal',
          header: 'From order total',
          cell: (discount) => <Money value={discount.minimumOrderTotal} />,
          align: 'end',
          width: 150,
          defaultHidden: true,
        },
        {
          id: 'maximumUses',
          header: 'Most uses',
          cell: (discount) => discount.maximumUses,
          align: 'end',
          width: 120,
          defaultHidden: true,
        },
        {
          id: 'customers',
          csv: 'customers.name',
          header: 'Customers',
          cell: (discount) => discount.customers.map(({ name }) => name).join(', '),
          defaultHidden: true,
        },
        {
          id: 'customerGroups',
          csv: 'customerGroups.name',
          header: 'Customer groups',
          cell: (discount) => discount.customerGroups.map(({ name }) => name).join(', '),
          defaultHidden: true,
        },
        {
          id: 'orderCount',
          header: 'Orders',
          cell: (discount) => discount.orderCount,
          sortable: true,
          align: 'end',
          width: 100,
        },
      ]}
      filters={[
        {
          kind: 'select',
          name: 'type',
          label: 'Type',
          options: orderDiscountTypes.map((value) => ({ value, label: orderDiscountTypeNames[value] })),
        },
        { kind: 'boolean', name: 'isActive', label: 'State', yes: 'Active', no: 'Switched off' },
      ]}
      icon="tag"
      emptyText="An order discount takes a share or an amount off a whole order for who gives its code."
    />
  );
}
