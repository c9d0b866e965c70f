import { RecordForm } from '@millwright/core/browser';
import { useCallback, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { salesOrders } from '../../../../contracts/index.ts';
import { withFormPaths } from '../../../document/with-form-paths.ts';
import { OrderStatusBadge } from '../order-status.tsx';
import { useOrderHold } from './availability/use-order-hold.ts';
import { OrderFields } from './order-fields.tsx';
import {
  newOrderLine,
  orderFormSchema,
  orderFormValues,
  salesOrderBodyOf,
  salesOrderUpdateOf,
} from './order-form-values.ts';

const record = { ...salesOrders, createBody: orderFormSchema, updateBody: orderFormSchema };

export function SalesOrderFormScreen() {
  const [search] = useSearchParams();
  const hold = useOrderHold();
  // The customer whose defaults are in the form. If they have not loaded, the server applies them.
  const shown = useRef('');
  const onDefaults = useCallback((customerID: string) => {
    shown.current = customerID;
  }, []);
  return (
    <RecordForm
      record={record}
      wide
      createTitle="New sales order"
      createLabel="Create order"
      name={({ number }) => `Order ${number}`}
      savedText={({ number }, isNew) => `Order ${number} ${isNew ? 'created' : 'saved'}`}
      beside={({ status }) => <OrderStatusBadge status={status} />}
      canChange={({ isEditable }) => isEditable}
      blank={{
        customerID: search.get('customerID') ?? '',
        status: 'estimate',
        acknowledgementEmailContacts: [],
        invoiceEmailContacts: [],
        lines: [newOrderLine()],
      }}
      values={(order) => ({ ...orderFormValues(order), orderDiscount: order.orderDiscount })}
      save={async (send, values, { changes, found }) => {
        const body = found
          ? salesOrderUpdateOf(values, changes, found.version)
          : salesOrderBodyOf(values, shown.current === values.customerID);
        try {
          return await hold.handOver((holdID) => send({ ...body, ...(holdID ? { holdID } : {}) }));
        } catch (error) {
          throw withFormPaths(error, values);
        }
      }}
    >
      {(order) => <OrderFields {...(order ? { order } : { onDefaults })} hold={hold} />}
    </RecordForm>
  );
}
