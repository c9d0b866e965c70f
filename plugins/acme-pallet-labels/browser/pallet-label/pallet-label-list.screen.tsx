import { Anchor } from '@mantine/core';
import { accountURL, DateTimeText, ListScreen, StatusBadge, useClient } from '@millwright/core/browser';
import { listPalletLabels, markPalletLabels } from '../../contracts/index.ts';

export function PalletLabelListScreen() {
  const client = useClient();
  const mark = async (selection: { kind: string; ids?: string[] }, isPrinted: boolean) =>
    client.call(markPalletLabels, { body: { ids: selection.ids ?? [], isPrinted } });
  return (
    <ListScreen
      name="pallet-labels"
      title="Pallet labels"
      endpoint={listPalletLabels}
      columns={[
        { id: 'orderNumber', header: 'Order', width: 110 },
        { id: 'position', header: 'Pallet', cell: (label) => `${label.position} of ${label.count}`, width: 110 },
        { id: 'customerName', header: 'Customer' },
        {
          id: 'printedAt',
          cell: (label) =>
            label.printedAt ? (
              <DateTimeText value={label.printedAt} />
            ) : (
              <StatusBadge tone="info">To print</StatusBadge>
            ),
          width: 190,
        },
        {
          id: 'sheet',
          csv: false,
          cell: (label) => (
            <Anchor
              size="sm"
              href={accountURL(`/v1/x/acme-pallet-labels/orders/${label.orderID}/sheet`)}
              target="_blank"
              rel="noopener"
              aria-label={`Open the labels of order ${label.orderNumber}`}
            >
              Open
            </Anchor>
          ),
          width: 100,
        },
        { id: 'createdAt', header: 'Prepared' },
      ]}
      filters={['isPrinted']}
      views={[{ id: 'to-print', name: 'To print', query: 'isPrinted=false' }]}
      rowHref={(label) => `/dashboard/sales-orders/${label.orderID}`}
      rowLabel={(label) => `pallet ${label.position} of order ${label.orderNumber}`}
      bulkActions={[
        {
          id: 'printed',
          label: 'Mark as printed',
          icon: 'printer',
          takesFilter: false,
          needs: 'pallet_labels:update',
          run: (selection) => mark(selection, true),
        },
        {
          id: 'again',
          label: 'Print again',
          icon: 'refresh',
          takesFilter: false,
          needs: 'pallet_labels:update',
          run: (selection) => mark(selection, false),
        },
      ]}
      empty={{
        title: 'No labels yet',
        text: 'When an order is issued, a label for each of its pallets appears here.',
        icon: 'printer',
      }}
    />
  );
}
