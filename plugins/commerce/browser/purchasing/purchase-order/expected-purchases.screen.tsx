import { LinkText, ListScreen, Quantity, useSession } from '@millwright/core/browser';
import { listExpectedPurchases } from '../../../contracts/index.ts';
import { permittedFilters } from '../../sources/permitted-filters.ts';
import { itemSource, supplierSource } from '../../sources/record-sources.ts';
import { itemPath } from '../item-path.ts';
import { ExpectedDay } from './purchase-order-status.tsx';

/** Expected purchases by day, overdue ones first. */
export function ExpectedPurchasesScreen() {
  const { can } = useSession();
  return (
    <ListScreen
      name="expected-purchases"
      title="Expected goods"
      endpoint={listExpectedPurchases}
      searchPlaceholder="Order, supplier, SKU"
      columns={[
        {
          id: 'expectedOn',
          header: 'Day',
          cell: ({ expectedOn }) => <ExpectedDay day={expectedOn} />,
          sortable: true,
          width: 122,
        },
        {
          id: 'sku',
          csv: 'item.sku',
          header: 'Item',
          cell: ({ item }) => (
            <LinkText to={itemPath(item)} size="sm">
              {item.sku}
            </LinkText>
          ),
          sortable: true,
          width: 150,
        },
        { id: 'description', csv: 'item.description', header: 'Description', cell: ({ item }) => item.description },
        {
          id: 'quantityExpected',
          csv: 'quantityExpected.measure',
          header: 'Expected',
          cell: ({ quantityExpected }) => <Quantity value={quantityExpected} />,
          align: 'end',
          width: 120,
        },
        {
          id: 'supplier',
          csv: 'supplier.name',
          header: 'Supplier',
          cell: ({ supplier }) => supplier.name,
          sortable: true,
          width: 200,
        },
        { id: 'order', csv: 'order.number', header: 'Order', cell: ({ order }) => order.number, width: 90 },
        {
          id: 'supplierPartNumber',
          header: 'Their number',
          cell: ({ supplierPartNumber }) => supplierPartNumber,
          width: 130,
          defaultHidden: true,
        },
        {
          id: 'quantityOrdered',
          csv: 'quantityOrdered.measure',
          header: 'Ordered',
          cell: ({ quantityOrdered }) => <Quantity value={quantityOrdered} />,
          align: 'end',
          width: 120,
          defaultHidden: true,
        },
      ]}
      filters={[
        ...permittedFilters(can, [
          ['suppliers:read', { kind: 'multi', name: 'supplierIDs', label: 'Supplier', options: supplierSource }],
          ['items:read', { kind: 'multi', name: 'itemIDs', label: 'Item', options: itemSource }],
        ]),
        { kind: 'dates', from: 'startDate', to: 'endDate', label: 'Expected' },
      ]}
      defaultSort={{ by: 'expectedOn', order: 'asc' }}
      rowHref={({ order }) => `/dashboard/purchase-orders/${order.id}`}
      rowLabel={({ item, order }) => `${item.sku} of ${order.number}`}
      empty={{
        title: 'Nothing is expected',
        text: 'Lines of issued purchase orders appear here with the day on which they come.',
        icon: 'calendar',
      }}
    />
  );
}
