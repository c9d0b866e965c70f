import { ListScreen, useSession } from '@millwright/core/browser';
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
      columns={[{ id: 'number', width: 110 }, 'customerPO', { id: 'status', width: 130 }, 'promisedAt', 'total']}
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
