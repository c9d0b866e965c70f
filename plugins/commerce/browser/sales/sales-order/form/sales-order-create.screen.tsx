import { FormScreen, toast, useEndpointMutation, useSession } from '@millwright/core/browser';
import { useCallback, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { createSalesOrder, getSalesOrderSummary, listSalesOrders } from '../../../../contracts/index.ts';
import { withFormPaths } from '../../../document/with-form-paths.ts';
import { OrderFields } from './order-fields.tsx';
import { newOrderLine, orderFormSchema, salesOrderBodyOf } from './order-form-values.ts';
import { useOrderHold } from './use-order-hold.ts';

export function SalesOrderCreateScreen() {
  const session = useSession();
  const [search] = useSearchParams();
  const hold = useOrderHold();
  const create = useEndpointMutation(createSalesOrder, { invalidates: [listSalesOrders, getSalesOrderSummary] });
  // Whose defaults the form shows; what it does not show yet is left to the server.
  const shown = useRef('');
  const onDefaults = useCallback((customerID: string) => {
    shown.current = customerID;
  }, []);
  return (
    <FormScreen
      title="New sales order"
      back={{ href: '/dashboard/sales-orders', label: 'sales orders' }}
      wide
      schema={orderFormSchema}
      values={{
        customerID: search.get('customerID') ?? '',
        status: 'estimate',
        acknowledgementEmailContacts: [],
        invoiceEmailContacts: [],
        lines: [newOrderLine()],
      }}
      canSave={session.can('sales_orders:create')}
      saveLabel="Create order"
      onSave={async (values) => {
        try {
          const body = salesOrderBodyOf(values, shown.current === values.customerID);
          const order = await hold.handOver((holdID) =>
            create.mutateAsync({ body: { ...body, ...(holdID ? { holdID } : {}) } }),
          );
          toast.success(`Order ${order.number} created`);
          return `/dashboard/sales-orders/${order.id}`;
        } catch (error) {
          throw withFormPaths(error, values);
        }
      }}
    >
      <OrderFields hold={hold} onDefaults={onDefaults} />
    </FormScreen>
  );
}
