import {
  ErrorState,
  FormScreen,
  LoadingState,
  toast,
  useEndpoint,
  useEndpointMutation,
  useSession,
} from '@millwright/core/browser';
import { useParams } from 'react-router';
import {
  getPurchaseOrder,
  listExpectedPurchases,
  listPurchaseOrders,
  updatePurchaseOrder,
} from '../../../../contracts/index.ts';
import { withFormPaths } from '../../../document/with-form-paths.ts';
import { PurchaseOrderStatusBadge } from '../purchase-order-status.tsx';
import { PurchaseFields } from './purchase-fields.tsx';
import { purchaseFormSchema, purchaseFormValues, purchaseOrderUpdateOf } from './purchase-form-values.ts';

export function PurchaseOrderEditScreen() {
  const { orderID = '' } = useParams();
  const session = useSession();
  const query = useEndpoint(getPurchaseOrder, { params: { orderID } });
  const update = useEndpointMutation(updatePurchaseOrder, {
    invalidates: [listPurchaseOrders, listExpectedPurchases, getPurchaseOrder],
  });
  const order = query.data;
  if (!order)
    return query.error ? (
      <ErrorState error={query.error} onRetry={() => void query.refetch()} what="purchase order" />
    ) : (
      <LoadingState lines={12} />
    );
  const href = `/dashboard/purchase-orders/${order.id}`;
  return (
    <FormScreen
      title={`Purchase order ${order.number}`}
      back={{ href, label: order.number }}
      beside={<PurchaseOrderStatusBadge status={order.status} />}
      wide
      schema={purchaseFormSchema}
      values={purchaseFormValues(order)}
      canSave={session.can('purchase_orders:update') && order.isEditable}
      onSave={async (values, changes) => {
        try {
          const body = purchaseOrderUpdateOf(values, changes, order.version);
          await update.mutateAsync({ params: { orderID: order.id }, body });
          toast.success(`Purchase order ${order.number} saved`);
          return href;
        } catch (error) {
          throw withFormPaths(error, values, 'itemID');
        }
      }}
    >
      <PurchaseFields order={order} />
    </FormScreen>
  );
}
