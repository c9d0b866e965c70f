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
import { getSalesOrder, getSalesOrderSummary, listSalesOrders, updateSalesOrder } from '../../../../contracts/index.ts';
import { withFormPaths } from '../../../document/with-form-paths.ts';
import { OrderStatusBadge } from '../order-status.tsx';
import { OrderFields } from './order-fields.tsx';
import { orderFormSchema, orderFormValues, salesOrderUpdateOf } from './order-form-values.ts';
import { useOrderHold } from './use-order-hold.ts';

export function SalesOrderEditScreen() {
  const { orderID = '' } = useParams();
  const session = useSession();
  const hold = useOrderHold();
  const query = useEndpoint(getSalesOrder, { params: { orderID } });
  const update = useEndpointMutation(updateSalesOrder, {
    invalidates: [listSalesOrders, getSalesOrder, getSalesOrderSummary],
  });
  const order = query.data;
  if (!order)
    return query.error ? (
      <ErrorState error={query.error} onRetry={() => void query.refetch()} what="order" />
    ) : (
      <LoadingState lines={12} />
    );
  const href = `/dashboard/sales-orders/${order.id}`;
  return (
    <FormScreen
      title={`Order ${order.number}`}
      back={{ href, label: order.number }}
      beside={<OrderStatusBadge status={order.status} />}
      wide
      schema={orderFormSchema}
      values={{ ...orderFormValues(order), orderDiscount: order.orderDiscount }}
      canSave={session.can('sales_orders:update') && order.isEditable}
      onSave={async (values, changes) => {
        try {
          const body = salesOrderUpdateOf(values, changes, order.version);
          await hold.handOver((holdID) =>
            update.mutateAsync({ params: { orderID: order.id }, body: { ...body, ...(holdID ? { holdID } : {}) } }),
          );
          toast.success(`Order ${order.number} saved`);
          return href;
        } catch (error) {
          throw withFormPaths(error, values);
        }
      }}
    >
      <OrderFields order={order} hold={hold} />
    </FormScreen>
  );
}
