import { ListScreen, useSession } from '@millwright/core/browser';
import { listDeliveries } from '../../../contracts/index.ts';
import { permittedFilters } from '../../sources/permitted-filters.ts';
import { itemSource, supplierSource } from '../../sources/record-sources.ts';
import { deliveryColumns } from './delivery-columns.tsx';
import { deliveryStatusOptions } from './delivery-status-badge.tsx';

/** Received deliveries, the result of their inspection, and goods to return. */
export function DeliveryListScreen() {
  const { can } = useSession();
  return (
    <ListScreen
      name="deliveries"
      title="Deliveries"
      endpoint={listDeliveries}
      searchPlaceholder="Delivery, delivery note, order, supplier"
      columns={deliveryColumns}
      filters={[
        { kind: 'select', name: 'status', label: 'Status', options: deliveryStatusOptions },
        { kind: 'boolean', name: 'isToReturn', label: 'To return' },
        ...permittedFilters(can, [
          ['suppliers:read', { kind: 'multi', name: 'supplierIDs', label: 'Supplier', options: supplierSource }],
          ['items:read', { kind: 'multi', name: 'itemIDs', label: 'Item', options: itemSource }],
        ]),
        { kind: 'dates', from: 'startDate', to: 'endDate', label: 'Received' },
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
