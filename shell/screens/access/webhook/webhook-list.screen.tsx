import { DateTimeText, RecordListScreen } from '@millwright/core/browser';
import { webhookEndpoints } from '../../../../core/contracts/work/webhook.contract.ts';
import { listedKeys } from '../key/key-columns.tsx';

export function WebhookListScreen() {
  return (
    <RecordListScreen
      record={webhookEndpoints}
      title="Webhooks"
      icon="external"
      emptyText="An endpoint is told what happens in this account: orders, shipments, invoices, stock."
      columns={[
        'status',
        { id: 'url', header: 'Address' },
        { id: 'events', cell: ({ events }) => listedKeys(events) },
        {
          id: 'lastDeliveredAt',
          header: 'Last delivery',
          cell: ({ lastDeliveredAt }) =>
            lastDeliveredAt ? <DateTimeText value={lastDeliveredAt} relative /> : 'None yet',
          width: 140,
        },
      ]}
      filters={['status']}
      defaultSort={{ by: 'name', order: 'asc' }}
    />
  );
}
