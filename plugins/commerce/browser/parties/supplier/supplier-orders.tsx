import { columnsWithout, ListScreen, useSession } from '@millwright/core/browser';
import { listPurchaseOrders, type Supplier } from '../../../contracts/index.ts';
import { purchaseOrderColumns } from '../../purchasing/purchase-order/purchase-order-columns.tsx';

const columns = columnsWithout(purchaseOrderColumns, ['supplier', 'supplierNumber']);

/** Purchase orders of a supplier, newest first. */
export function SupplierOrders({ supplier }: { supplier: Supplier }) {
  const { can } = useSession();
  return (
    <ListScreen
      embedded
      name="supplier-orders"
      title="Purchase orders"
      endpoint={listPurchaseOrders}
      fixedQuery={{ supplierIDs: [supplier.id] }}
      columns={columns}
      defaultSort={{ by: 'createdAt', order: 'desc' }}
      rowHref={(order) => `/dashboard/purchase-orders/${order.id}`}
      rowLabel={(order) => order.number}
      empty={{
        title: 'No purchase orders yet',
        text: 'What you order from this supplier appears here.',
        icon: 'document',
        ...(can('purchase_orders:create') && supplier.isActive
          ? {
              action: {
                label: 'New purchase order',
                href: `/dashboard/purchase-orders/create?supplierID=${supplier.id}`,
              },
            }
          : {}),
      }}
    />
  );
}
