import { Text } from '@mantine/core';
import {
  type BulkSelection,
  bulkFields,
  ListScreen,
  selectionBody,
  useClient,
  useSession,
} from '@millwright/core/browser';
import {
  bulkChangePurchaseOrderStatus,
  bulkDeletePurchaseOrders,
  bulkEditPurchaseOrders,
  listPurchaseOrders,
  type PurchaseOrderStatus,
  previewBulkChangePurchaseOrderStatus,
  previewBulkEditPurchaseOrders,
  purchaseOrderDeclarations,
  purchaseOrderReferences,
} from '../../../contracts/index.ts';
import { itemSource, supplierSource } from '../../sources/record-sources.ts';
import { useReferenceSources } from '../../sources/reference-sources.ts';
import { purchaseOrderColumns } from './purchase-order-columns.tsx';
import { purchaseOrderStatusOptions } from './purchase-order-status.tsx';

/** Rights that the form needs in addition to the right to create. */
const createNeeds = purchaseOrderDeclarations.screens.find(({ name }) => name === 'purchase-order-create')?.needs ?? [];

const plural = (count: number): string => (count === 1 ? '1 order' : `${count.toLocaleString()} orders`);

export function PurchaseOrderListScreen() {
  const client = useClient();
  const { can, canAll } = useSession();
  const sources = useReferenceSources();
  const canCreate = canAll(createNeeds);
  const newOrder = { label: 'New purchase order', href: '/dashboard/purchase-orders/create' };
  const toStatus = (statusChange: PurchaseOrderStatus, label: string, message: string) => ({
    id: statusChange,
    label,
    needs: 'purchase_orders:update' as const,
    confirm: (count: number) => ({ title: `${label} ${plural(count)}?`, message, confirmLabel: label }),
    run: (selection: BulkSelection) =>
      client.call(bulkChangePurchaseOrderStatus, { body: { ...selectionBody(selection, 'ids'), statusChange } }),
  });
  return (
    <ListScreen
      name="purchase-orders"
      importType="purchase-orders"
      title="Purchase orders"
      endpoint={listPurchaseOrders}
      searchPlaceholder="Number, supplier"
      columns={purchaseOrderColumns}
      filters={[
        { name: 'statusCodes', label: 'Status' },
        { name: 'supplierIDs', options: supplierSource },
        { name: 'itemIDs', options: itemSource },
        { name: 'priorityCodes', label: 'Priority' },
        'isOpen',
        'isLate',
        { name: 'promisedStartDate', label: 'Wanted by' },
        { name: 'issuedStartDate', label: 'Issued' },
        { name: 'startDate', label: 'Created' },
      ]}
      views={[
        { id: 'open', name: 'Open', query: 'isOpen=true&sortBy=expectedOn&sortOrder=asc' },
        { id: 'drafts', name: 'Drafts', query: 'statusCodes=estimate&statusCodes=bid_request' },
        { id: 'late', name: 'Late', query: 'isLate=true&sortBy=expectedOn&sortOrder=asc' },
      ]}
      defaultSort={{ by: 'createdAt', order: 'desc' }}
      rowHref={(order) => `/dashboard/purchase-orders/${order.id}`}
      rowLabel={(order) => order.number}
      {...(canCreate ? { primaryAction: newOrder } : {})}
      bulkActions={[
        toStatus('issued', 'Issue', 'Their goods are expected from now on. No emails are sent.'),
        toStatus('closed_short', 'Close short', 'What has not come is not expected any more. No emails are sent.'),
        {
          id: 'delete',
          label: 'Delete',
          icon: 'trash',
          danger: true,
          needs: 'purchase_orders:delete',
          confirm: (count) => ({
            title: `Delete ${plural(count)}?`,
            message: (
              <Text size="sm">
                Only drafts and requests for quotation can be deleted; the others stay and are listed with the reason.
                Numbers stay taken.
              </Text>
            ),
            confirmLabel: `Delete ${plural(count)}`,
            ...(count > 10 ? { typed: 'delete' } : {}),
          }),
          run: (selection) => client.call(bulkDeletePurchaseOrders, { body: selectionBody(selection, 'ids') }),
        },
      ]}
      bulkEdit={{
        one: 'order',
        several: 'orders',
        needs: 'purchase_orders:update',
        fields: [
          { name: 'scheduledAt', label: 'Wanted by', kind: 'date', isClearable: true },
          ...bulkFields(purchaseOrderReferences, sources, can),
          {
            name: 'statusChange',
            label: 'Status',
            kind: 'select',
            options: purchaseOrderStatusOptions.filter(({ value }) => value !== 'fulfilled' && value !== 'bid_request'),
          },
        ],
        preview: (selection, field, value) =>
          field === 'statusChange'
            ? client.call(previewBulkChangePurchaseOrderStatus, {
                body: { ...selectionBody(selection, 'ids'), statusChange: value as PurchaseOrderStatus },
              })
            : client.call(previewBulkEditPurchaseOrders, {
                body: { ...selectionBody(selection, 'ids'), changes: { [field]: value } },
              }),
        run: (selection, field, value) =>
          field === 'statusChange'
            ? client.call(bulkChangePurchaseOrderStatus, {
                body: { ...selectionBody(selection, 'ids'), statusChange: value as PurchaseOrderStatus },
              })
            : client.call(bulkEditPurchaseOrders, {
                body: { ...selectionBody(selection, 'ids'), changes: { [field]: value } },
              }),
      }}
      empty={{
        title: 'No purchase orders yet',
        text: 'What you order from suppliers appears here, from the first request to the last delivery.',
        icon: 'document',
        ...(canCreate ? { action: newOrder } : {}),
      }}
    />
  );
}
