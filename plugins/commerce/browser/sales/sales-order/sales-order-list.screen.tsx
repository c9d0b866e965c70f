import { Text } from '@mantine/core';
import {
  type BulkEdit,
  type BulkSelection,
  bulkFields,
  columnsWithout,
  fieldFilters,
  ListScreen,
  type ReferenceSources,
  type SystemView,
  selectionBody,
  toast,
  useClient,
  useSession,
} from '@millwright/core/browser';
import { createProductionRunOfOrders } from '@millwright/production/contracts';
import {
  bulkChangeSalesOrderStatus,
  bulkDeleteSalesOrders,
  bulkEditSalesOrders,
  bulkOrderReferences,
  listSalesOrders,
  previewBulkChangeSalesOrderStatus,
  previewBulkEditSalesOrders,
  type SalesOrderStatus,
  salesOrderDeclarations,
  salesOrderReferences,
} from '../../../contracts/index.ts';
import { orderCustomerSource, orderProductSource } from '../../document/order-sources.ts';
import { customerTypeSource } from '../../sources/record-sources.ts';
import { useReferenceSources } from '../../sources/reference-sources.ts';
import { orderColumns } from './order-columns.tsx';
import { orderStatusOptions } from './order-status.tsx';

/** Rights that the form needs in addition to the right to create (spec commerce section 6). */
const createNeeds = salesOrderDeclarations.screens.find(({ name }) => name === 'sales-order-create')?.needs ?? [];

/** Columns hidden in the portal: equal in all rows of one customer, or only for internal use. */
const portalColumns = columnsWithout(orderColumns, [
  'customer',
  'customerNumber',
  'customerStatus',
  'priority',
  'email',
  'pickID',
  'productionRunID',
]);

const views: readonly SystemView[] = [
  { id: 'open', name: 'Open', query: 'isOpen=true' },
  { id: 'estimates', name: 'Estimates', query: 'statusCodes=estimate&statusCodes=bid_request' },
  { id: 'issued', name: 'Issued', query: 'statusCodes=issued' },
  { id: 'late', name: 'Late', query: 'isLate=true&sortBy=promisedAt&sortOrder=asc' },
  { id: 'short', name: 'Short', query: 'isShort=true&sortBy=promisedAt&sortOrder=asc' },
];

const plural = (count: number): string => (count === 1 ? '1 order' : `${count.toLocaleString()} orders`);

/** Bulk changes of orders. The status has its own endpoint; all other fields share one. */
function useOrderBulkEdit(sources: ReferenceSources): BulkEdit {
  const client = useClient();
  const { can } = useSession();
  return {
    one: 'order',
    several: 'orders',
    needs: 'sales_orders:update',
    fields: [
      ...bulkFields(bulkOrderReferences, sources, can),
      { name: 'promisedAt', label: 'Promised date', kind: 'date', isClearable: true },
      { name: 'expiredAt', label: 'Expiration date', kind: 'date', isClearable: true },
      {
        name: 'statusChange',
        label: 'Status',
        kind: 'select',
        options: orderStatusOptions.filter(({ value }) => value !== 'fulfilled' && value !== 'bid_request'),
      },
    ],
    preview: (selection, field, value) =>
      field === 'statusChange'
        ? client.call(previewBulkChangeSalesOrderStatus, {
            body: { ...selectionBody(selection, 'ids'), statusChange: value as SalesOrderStatus },
          })
        : client.call(previewBulkEditSalesOrders, {
            body: { ...selectionBody(selection, 'ids'), changes: { [field]: value } },
          }),
    run: (selection, field, value) =>
      field === 'statusChange'
        ? client.call(bulkChangeSalesOrderStatus, {
            body: { ...selectionBody(selection, 'ids'), statusChange: value as SalesOrderStatus },
          })
        : client.call(bulkEditSalesOrders, {
            body: { ...selectionBody(selection, 'ids'), changes: { [field]: value } },
          }),
  };
}

export function SalesOrderListScreen() {
  const client = useClient();
  const { isPortal, can, canAll, canOpen } = useSession();
  const canCreate = canAll(createNeeds);
  const newOrder = { label: 'New order', href: '/dashboard/sales-orders/create' };
  const sources = useReferenceSources();
  const bulkEdit = useOrderBulkEdit(sources);

  const houseFilters = [
    { name: 'customerIDs', options: orderCustomerSource },
    { name: 'priorityCodes', label: 'Priority' },
    { name: 'customerGroupIDs', label: 'Customer type', options: customerTypeSource },
    ...fieldFilters(salesOrderReferences, sources, can),
  ] as const;
  const toStatus = (statusChange: SalesOrderStatus, label: string, message: string) => ({
    id: statusChange,
    label,
    needs: 'sales_orders:update' as const,
    confirm: (count: number) => ({ title: `${label} ${plural(count)}?`, message, confirmLabel: label }),
    run: (selection: BulkSelection) =>
      client.call(bulkChangeSalesOrderStatus, { body: { ...selectionBody(selection, 'ids'), statusChange } }),
  });

  return (
    <ListScreen
      name="sales-orders"
      importType="sales-orders"
      title="Sales orders"
      endpoint={listSalesOrders}
      searchPlaceholder={isPortal ? 'Number, PO' : 'Number, PO, customer'}
      columns={isPortal ? portalColumns : orderColumns}
      filters={[
        { name: 'statusCodes', label: 'Status' },
        { name: 'itemIDs', label: 'Product', options: orderProductSource },
        ...(isPortal ? [] : houseFilters),
        'isOpen',
        'isLate',
        { name: 'isShort', label: 'Short of stock' },
        { name: 'promisedStartDate', label: 'Promised' },
        { name: 'issuedStartDate', label: 'Issued' },
        { name: 'startDate', label: 'Created' },
      ]}
      views={views}
      defaultSort={{ by: 'createdAt', order: 'desc' }}
      rowHref={(order) => `/dashboard/sales-orders/${order.id}`}
      rowLabel={(order) => order.number}
      {...(canCreate ? { primaryAction: newOrder } : {})}
      bulkActions={[
        toStatus('issued', 'Issue', 'They become binding. No emails are sent.'),
        toStatus('closed_short', 'Close short', 'What has not been shipped will not be. No emails are sent.'),
        ...(canOpen('/dashboard/production-runs')
          ? [
              {
                id: 'produce',
                label: 'Make what is short',
                needs: 'production_runs:create' as const,
                takesFilter: false,
                isQuiet: true,
                run: async (selection: BulkSelection) => {
                  const orderIDs = selection.kind === 'ids' ? selection.ids : [];
                  const { productionRun } = await client.call(createProductionRunOfOrders, { body: { orderIDs } });
                  toast.success(`Production run ${productionRun.number} made`);
                  return undefined;
                },
              },
            ]
          : []),
        toStatus('estimate', 'Back to estimate', 'They are not binding any more; what is picked stays issued.'),
        {
          id: 'delete',
          label: 'Delete',
          icon: 'trash',
          danger: true,
          needs: 'sales_orders:delete',
          confirm: (count) => ({
            title: `Delete ${plural(count)}?`,
            message: (
              <Text size="sm">
                Only estimates and bid requests can be deleted; the others stay and are listed with the reason. Numbers
                stay taken.
              </Text>
            ),
            confirmLabel: `Delete ${plural(count)}`,
            ...(count > 10 ? { typed: 'delete' } : {}),
          }),
          run: (selection) => client.call(bulkDeleteSalesOrders, { body: selectionBody(selection, 'ids') }),
        },
      ]}
      bulkEdit={bulkEdit}
      empty={{
        title: 'No sales orders yet',
        text: isPortal
          ? 'Your orders appear here, from the first quote to the last shipment.'
          : 'Estimates and orders of your customers appear here, from the first quote to the last shipment.',
        icon: 'document',
        ...(canCreate ? { action: newOrder } : {}),
      }}
    />
  );
}
