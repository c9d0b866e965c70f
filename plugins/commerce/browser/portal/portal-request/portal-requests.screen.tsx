import { Text } from '@mantine/core';
import {
  FormDialog,
  LinkText,
  ListScreen,
  NoteField,
  StatusBadge,
  toast,
  useEndpointMutation,
} from '@millwright/core/browser';
import { useState } from 'react';
import { finishPortalRequest, listPortalRequests, type PortalRequest } from '../../../contracts/index.ts';

/** Requests from portal customers. */
export function PortalRequestsScreen() {
  const [opened, setOpened] = useState<PortalRequest | null>(null);
  const finish = useEndpointMutation(finishPortalRequest);
  return (
    <>
      <ListScreen
        name="portal-requests"
        title="Portal requests"
        endpoint={listPortalRequests}
        searchPlaceholder="Order, message, person"
        columns={[
          { id: 'kind', header: 'What', width: 160 },
          {
            id: 'customer',
            cell: ({ customer }) =>
              customer && <LinkText to={`/dashboard/customers/${customer.id}`}>{customer.name}</LinkText>,
          },
          {
            id: 'order',
            cell: ({ order }) =>
              order && <LinkText to={`/dashboard/sales-orders/${order.id}`}>{order.number}</LinkText>,
            width: 100,
          },
          {
            id: 'message',
            cell: ({ message, lines }) => (
              <Text size="sm" lineClamp={2}>
                {[...lines.map(({ sku, quantity, unit }) => `${quantity} ${unit} ${sku}`), message]
                  .filter(Boolean)
                  .join(' · ')}
              </Text>
            ),
          },
          { id: 'askedBy', header: 'From', width: 150 },
          {
            id: 'isOpen',
            header: 'Status',
            cell: ({ isOpen }) =>
              isOpen ? <StatusBadge tone="warning">Open</StatusBadge> : <StatusBadge tone="success">Done</StatusBadge>,
            width: 100,
          },
          { id: 'createdAt', header: 'Asked', instant: 'exact' },
        ]}
        filters={[
          { name: 'isOpen', yes: 'Open', no: 'Done' },
          { name: 'kinds', label: 'What' },
        ]}
        views={[{ id: 'open', name: 'Open', query: 'isOpen=true' }]}
        defaultSort={{ by: 'createdAt', order: 'desc' }}
        onOpen={setOpened}
        rowLabel={(request) => `${request.kind.name} ${request.order?.number ?? ''}`}
        empty={{
          title: 'No requests yet',
          text: 'Returns and answers to estimates wait here until somebody sees to them.',
          icon: 'mail',
        }}
      />
      {opened && (
        <FormDialog
          opened
          onClose={() => setOpened(null)}
          title={`${opened.kind.name}${opened.order ? `, order ${opened.order.number}` : ''}`}
          schema={finishPortalRequest.body!}
          values={{ answer: opened.answer, version: opened.version }}
          canSave={opened.isOpen}
          saveLabel="Done"
          onSave={async (body) => {
            await finish.mutateAsync({ params: { portalRequestID: opened.id }, body });
            toast.success('The request is done');
            setOpened(null);
          }}
        >
          {opened.lines.map(({ sku, quantity, unit }) => (
            <Text key={sku}>
              {quantity} {unit} {sku}
            </Text>
          ))}
          {opened.message && <Text style={{ whiteSpace: 'pre-wrap' }}>{opened.message}</Text>}
          <NoteField name="answer" label="What was done" />
        </FormDialog>
      )}
    </>
  );
}
