import { hidden, LinkText, ListScreen } from '@millwright/core/browser';
import { listExpectedPurchases } from '../../../contracts/index.ts';
import { itemSource, supplierSource } from '../../sources/record-sources.ts';
import { itemPath } from '../item-path.ts';
import { ExpectedDay } from './purchase-order-status.tsx';

/** Expected purchases by day, overdue ones first. */
export function ExpectedPurchasesScreen() {
  return (
    <ListScreen
      name="expected-purchases"
      title="Expected goods"
      endpoint={listExpectedPurchases}
      searchPlaceholder="Order, supplier, SKU"
      columns={[
        { id: 'expectedOn', header: 'Day', cell: ({ expectedOn }) => <ExpectedDay day={expectedOn} />, width: 122 },
        {
          id: 'sku',
          csv: 'item.sku',
          header: 'Item',
          cell: ({ item }) => (
            <LinkText to={itemPath(item)} size="sm">
              {item.sku}
            </LinkText>
          ),
          width: 150,
        },
        { id: 'description', csv: 'item.description' },
        { id: 'quantityExpected', header: 'Expected' },
        { id: 'supplier', width: 200 },
        { id: 'order', width: 90 },
        ...hidden(
          { id: 'supplierPartNumber', header: 'Their number', width: 130 },
          { id: 'quantityOrdered', header: 'Ordered' },
        ),
      ]}
      filters={[
        { name: 'supplierIDs', options: supplierSource },
        { name: 'itemIDs', options: itemSource },
        { name: 'startDate', label: 'Expected' },
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
