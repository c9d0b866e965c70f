import { ListScreen, useSession } from '@millwright/core/browser';
import { listReceivingOrders } from '../../../contracts/index.ts';
import { itemSource, supplierSource } from '../../sources/record-sources.ts';
import { receivingOrderColumns } from './receiving-order-columns.tsx';
import { receivingOrderStatusOptions } from './receiving-order-status-badge.tsx';

/** Receiving orders: expected goods, goods at the dock, and finished ones. */
export function ReceivingOrderListScreen() {
  const { can } = useSession();
  return (
    <ListScreen
      name="receiving-orders"
      title="Receiving"
      endpoint={listReceivingOrders}
      searchPlaceholder="Receiving order, purchase order, supplier"
      columns={receivingOrderColumns}
      filters={[
        { name: 'status', options: receivingOrderStatusOptions },
        { name: 'supplierIDs', options: supplierSource },
        { name: 'itemIDs', options: itemSource },
        { name: 'expectedStartDate', label: 'Expected' },
        { name: 'startDate', label: 'Opened' },
      ]}
      views={[
        { id: 'dock', name: 'At the dock', query: 'status=at_dock&sortBy=expectedOn&sortOrder=asc' },
        { id: 'expected', name: 'Expected', query: 'status=expected&sortBy=expectedOn&sortOrder=asc' },
        { id: 'completed', name: 'Completed', query: 'status=completed&sortBy=completedAt&sortOrder=desc' },
      ]}
      defaultSort={{ by: 'createdAt', order: 'desc' }}
      rowHref={(order) => `/dashboard/receiving-orders/${order.id}`}
      rowLabel={(order) => order.number}
      {...(can('receiving_orders:create') && can('suppliers:read') && can('items:read')
        ? { create: { href: '/dashboard/receiving-orders/create', label: 'Goods without an order' } }
        : {})}
      empty={{
        title: 'Nothing is expected',
        text: 'What suppliers deliver appears here as soon as a purchase order is issued.',
        icon: 'inbox',
      }}
    />
  );
}
