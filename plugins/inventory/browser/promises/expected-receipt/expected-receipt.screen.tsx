import { Button } from '@mantine/core';
import {
  DateText,
  DateTimeText,
  LinkText,
  ListScreen,
  Money,
  noteTab,
  Quantity,
  RecordScreen,
  useSession,
} from '@millwright/core/browser';
import { useState } from 'react';
import { type ExpectedReceipt, expectedReceipts, listCostLayers } from '../../../contracts/index.ts';
import { ExpectedReceiptBadge } from '../../catalogue/item/panels/expected-receipt-badge.tsx';
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
        { id: 'receivedAt', instant: 'exact' },
        { id: 'reference', header: 'Came with', width: 140 },
        { id: 'storageLocation', header: 'Place' },
        'quantity',
        'remaining',
        'unitCost',
      ]}
      rowLabel={(row) => `${row.quantity.measure} ${row.quantity.unit}`}
      empty={{ title: 'Nothing of the item has come yet', icon: 'inbox' }}
    />
  );
}

export function ExpectedReceiptScreen() {
  const session = useSession();
  const [isReceiving, setReceiving] = useState(false);
  return (
    <RecordScreen
      record={expectedReceipts}
      title={({ item }) => `Expected ${item.sku}`}
      status={(data) => <ExpectedReceiptBadge receipt={data} />}
      actions={({ isOpen }) =>
        isOpen && session.can('inventory:update') && <Button onClick={() => setReceiving(true)}>Receive</Button>
      }
      summary={(data) => [
        { label: 'Expected on', value: <DateText value={data.expectedOn} /> },
        { label: 'Still open', value: <Quantity value={data.open} /> },
        { label: 'Received', value: <Quantity value={data.received} /> },
      ]}
      tabs={[
        { id: 'receipts', label: 'Receipts of the item', render: (data) => <LastReceipts receipt={data} /> },
        noteTab('note', 'Note', { isOptional: true }),
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
      ]}
    >
      {(data) => <ReceiveExpectedDialog receipt={data} opened={isReceiving} onClose={() => setReceiving(false)} />}
    </RecordScreen>
  );
}
