import { DateTimeText, RecordListScreen, StatusBadge } from '@millwright/core/browser';
import { webhookEndpointStates, webhookEndpoints } from '../../../../core/contracts/work/webhook.contract.ts';
import { listedKeys, statusFilter } from '../key/key-columns.tsx';

export function WebhookListScreen() {
  return (
    <RecordListScreen
      record={webhookEndpoints}
      title="Webhooks"
      icon="external"
      emptyText="An endpoint is told what happens in this account: orders, shipments, invoices, stock."
      columns={[
        {
          id: 'status',
          header: 'Status',
          cell: ({ status }) => (
            <StatusBadge tone={webhookEndpointStates.tones[status]}>{webhookEndpointStates.names[status]}</StatusBadge>
          ),
          sortable: true,
          width: 110,
        },
        { id: 'url', header: 'Address', cell: ({ url }) => url, sortable: true },
        { id: 'events', header: 'Events', cell: ({ events }) => listedKeys(events) },
        {
          id: 'lastDeliveredAt',
          header: 'Last delivery',
          cell: ({ lastDeliveredAt }) =>
            lastDeliveredAt ? <DateTimeText value={lastDeliveredAt} relative /> : 'None yet',
          sortable: true,
          width: 140,
        },
      ]}
      filters={[statusFilter(webhookEndpointStates)]}
      defaultSort={{ by: 'name', order: 'asc' }}
    />
  );
}
