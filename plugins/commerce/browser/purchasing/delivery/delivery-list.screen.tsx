import { ListScreen } from '@millwright/core/browser';
import { listDeliveries } from '../../../contracts/index.ts';
import { itemSource, supplierSource } from '../../sources/record-sources.ts';
import { deliveryColumns } from './delivery-columns.tsx';

/** Received deliveries, the result of their inspection, and goods to return. */
export function DeliveryListScreen() {
  return (
    <ListScreen
      name="deliveries"
      title="Deliveries"
      endpoint={listDeliveries}
      searchPlaceholder="Delivery, delivery note, order, supplier"
      columns={deliveryColumns}
      filters={[
        'status',
        'isToReturn',
        { name: 'supplierIDs', options: supplierSource },
        { name: 'itemIDs', options: itemSource },
        { name: 'startDate', label: 'Received' },
      ]}
      views={[
        { id: 'received', name: 'To put away', query: 'status=received' },
        { id: 'to-return', name: 'To return', query: 'isToReturn=true' },
      ]}
      defaultSort={{ by: 'receivedAt', order: 'desc' }}
      rowHref={(delivery) => `/dashboard/deliveries/${delivery.id}`}
      rowLabel={(delivery) => delivery.number}
      empty={{ title: 'Nothing has come yet', text: 'What is received at the dock appears here.', icon: 'truck' }}
    />
  );
}
