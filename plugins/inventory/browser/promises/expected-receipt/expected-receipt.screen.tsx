import { Button, Text } from '@mantine/core';
import {
  DateText,
  DateTimeText,
  DetailScreen,
  LinkText,
  ListScreen,
  Money,
  Quantity,
  useDelete,
  useEndpointMutation,
  useRecord,
  useSession,
} from '@millwright/core/browser';
import { useState } from 'react';
import {
  deleteExpectedReceipt,
  type ExpectedReceipt,
  getExpectedReceipt,
  listCostLayers,
} from '../../../contracts/index.ts';
import { ExpectedReceiptBadge } from '../../catalogue/item/expected-receipt-badge.tsx';
import { itemHref } from '../../record-sources.ts';
import { ReceiveExpectedDialog } from './receive-expected-dialog.tsx';

/** What of the item came last, whatever brought it. */
function LastReceipts({ receipt }: { receipt: ExpectedReceipt }) {
  return (
    <ListScreen
      embedded
      name="expected-receipt-layers"
      title="Receipts of the item"
      endpoint={listCostLayers}
      fixedQuery={{ itemID: receipt.item.id }}
      searchable={false}
      defaultSort={{ by: 'receivedAt', order: 'desc' }}
      columns={[
        {
          id: 'receivedAt',
          header: 'Received',
          cell: (row) => <DateTimeText value={row.receivedAt} />,
          sortable: true,
          width: 170,
        },
        { id: 'reference', header: 'Came with', cell: (row) => row.reference, width: 140 },
        {
          id: 'storageLocation',
          csv: 'storageLocation.fullName',
          header: 'Place',
          cell: (row) => row.storageLocation.fullName,
        },
        {
          id: 'quantity',
          csv: 'quantity.measure',
          header: 'Quantity',
          cell: (row) => <Quantity value={row.quantity} />,
          align: 'end',
          width: 120,
        },
        {
          id: 'remaining',
          csv: 'remaining.measure',
          header: 'Remaining',
          cell: (row) => <Quantity value={row.remaining} />,
          align: 'end',
          width: 120,
        },
        {
          id: 'unitCost',
          header: 'Unit cost',
          cell: (row) => <Money value={row.unitCost} unitPrice />,
          align: 'end',
          width: 110,
        },
      ]}
      rowLabel={(row) => `${row.quantity.measure} ${row.quantity.unit}`}
      empty={{ title: 'Nothing of the item has come yet', icon: 'inbox' }}
    />
  );
}

export function ExpectedReceiptScreen() {
  const session = useSession();
  const { id, params, query: receipt } = useRecord(getExpectedReceipt);
  const remove = useEndpointMutation(deleteExpectedReceipt);
  const askAndDelete = useDelete('expected receipt', '/dashboard/expected-receipts');
  const [isReceiving, setReceiving] = useState(false);
  return (
    <>
      <DetailScreen
        query={receipt}
        what="expected receipt"
        list={{ name: 'expected-receipts', href: '/dashboard/expected-receipts', label: 'expected receipts' }}
        record={{ type: 'expected_receipt', id }}
        title={({ item }) => `Expected ${item.sku}`}
        status={(data) => <ExpectedReceiptBadge receipt={data} />}
        editHref={({ id }) => (session.can('inventory:update') ? `/dashboard/expected-receipts/${id}/edit` : undefined)}
        actions={({ isOpen }) =>
          isOpen && session.can('inventory:update') && <Button onClick={() => setReceiving(true)}>Receive</Button>
        }
        menu={(data) => [
          session.can('inventory:delete') && {
            label: 'Delete',
            icon: 'trash',
            danger: true,
            onClick: () => void askAndDelete(`Expected ${data.item.sku}`, () => remove.mutateAsync({ params })),
          },
        ]}
        summary={(data) => [
          { label: 'Expected on', value: <DateText value={data.expectedOn} /> },
          { label: 'Still open', value: <Quantity value={data.open} /> },
          { label: 'Received', value: <Quantity value={data.received} /> },
        ]}
        tabs={[
          { id: 'receipts', label: 'Receipts of the item', render: (data) => <LastReceipts receipt={data} /> },
          {
            id: 'note',
            label: 'Note',
            render: ({ note }) => <Text style={{ whiteSpace: 'pre-wrap' }}>{note}</Text>,
            isHidden: ({ note }) => !note,
          },
        ]}
        facts={(data) => [
          {
            label: 'Item',
            value: <LinkText to={itemHref(data.item)}>{data.item.sku}</LinkText>,
          },
          { label: 'Description', value: data.item.description },
          { label: 'Quantity', value: <Quantity value={data.quantity} /> },
          { label: 'Unit cost', value: data.unitCost === null ? undefined : <Money value={data.unitCost} unitPrice /> },
          { label: 'Place', value: data.storageLocation?.fullName ?? 'Default place' },
          { label: 'Closed', value: data.closedAt && <DateTimeText value={data.closedAt} /> },
          { label: 'Created', value: <DateTimeText value={data.createdAt} /> },
        ]}
      />
      {receipt.data && (
        <ReceiveExpectedDialog receipt={receipt.data} opened={isReceiving} onClose={() => setReceiving(false)} />
      )}
    </>
  );
}
