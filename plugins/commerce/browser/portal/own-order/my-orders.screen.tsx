import { ListScreen } from '@millwright/core/browser';
import { listOwnOrders } from '../../../contracts/index.ts';
import { ListNotices } from '../storefront/portal-frame.tsx';
import { useVisited } from '../storefront/portal-visit.ts';
import { OwnStage } from './own-stage.tsx';

/** Orders and estimates of a portal customer. */
export function MyOrdersScreen() {
  return (
    <ListScreen
      name="my-orders"
      title="My orders"
      endpoint={listOwnOrders}
      fixedQuery={useVisited()}
      searchPlaceholder="Number, your order number"
      columns={[
        { id: 'number', width: 110 },
        { id: 'customerPO', header: 'Your number', width: 150 },
        { id: 'stage', header: 'Status', cell: (order) => <OwnStage stage={order.stage} />, width: 150 },
        'orderedAt',
        'promisedAt',
        { id: 'lineCount', width: 80 },
        { id: 'total', width: undefined },
      ]}
      filters={[
        {
          name: 'state',
          label: 'Which',
          options: [
            { value: 'open', label: 'Open' },
            { value: 'done', label: 'Done' },
            { value: 'estimates', label: 'Estimates' },
          ],
        },
      ]}
      defaultSort={{ by: 'createdAt', order: 'desc' }}
      rowHref={(order) => `/dashboard/my-orders/${order.id}`}
      rowLabel={(order) => order.number}
      empty={{
        title: 'No orders yet',
        text: 'What your company orders appears here, with where it is.',
        icon: 'document',
        action: { label: 'To the shop', href: '/dashboard/shopping' },
      }}
    >
      <ListNotices />
    </ListScreen>
  );
}
