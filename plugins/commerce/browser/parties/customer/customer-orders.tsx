import { DateText, ListScreen, Money, StatusBadge, useSession } from '@millwright/core/browser';
import { type Customer, listSalesOrders } from '../../../contracts/index.ts';

/** Orders of a customer, newest first. */
export function CustomerOrders({ customer }: { customer: Customer }) {
  const { can } = useSession();
  return (
    <ListScreen
      embedded
      name="customer-orders"
      title="Orders"
      endpoint={listSalesOrders}
      fixedQuery={{ customerIDs: [customer.id] }}
      columns={[
        { id: 'number', header: 'Number', cell: (order) => order.number, sortable: true, width: 110 },
        { id: 'customerPO', header: 'Customer PO', cell: (order) => order.customerPO },
        {
          id: 'status',
          csv: 'status.name',
          header: 'Status',
          cell: (order) => <StatusBadge>{order.status.name}</StatusBadge>,
          width: 130,
        },
        {
          id: 'promisedAt',
          header: 'Promised',
          cell: (order) => <DateText value={order.promisedAt} />,
          sortable: true,
          width: 120,
        },
        {
          id: 'total',
          header: 'Total',
          cell: (order) => <Money value={order.total} />,
          sortable: true,
          align: 'end',
          width: 120,
        },
      ]}
      rowHref={(order) => `/dashboard/sales-orders/${order.id}`}
      rowLabel={(order) => order.number}
      empty={{
        title: 'No orders yet',
        text: 'Orders of this customer appear here.',
        icon: 'document',
        ...(can('sales_orders:create')
          ? { action: { label: 'New order', href: `/dashboard/sales-orders/create?customerID=${customer.id}` } }
          : {}),
      }}
    />
  );
}
