import { RecordForm } from '@millwright/core/browser';
import { useCallback, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { purchaseOrders } from '../../../../contracts/index.ts';
import { withFormPaths } from '../../../document/with-form-paths.ts';
import { PurchaseOrderStatusBadge } from '../purchase-order-status.tsx';
import { PurchaseFields } from './purchase-fields.tsx';
import {
  newPurchaseLine,
  purchaseFormSchema,
  purchaseFormValues,
  purchaseOrderBodyOf,
  purchaseOrderUpdateOf,
} from './purchase-form-values.ts';

const record = { ...purchaseOrders, createBody: purchaseFormSchema, updateBody: purchaseFormSchema };

export function PurchaseOrderFormScreen() {
  const [search] = useSearchParams();
  // The supplier whose terms are in the form. If they have not loaded, the server applies them.
  const shown = useRef('');
  const onDefaults = useCallback((supplierID: string) => {
    shown.current = supplierID;
  }, []);
  const itemID = search.get('itemID');
  return (
    <RecordForm
      record={record}
      wide
      createLabel="Create order"
      name={({ number }) => `Purchase order ${number}`}
      savedText={({ number }, isNew) => `Purchase order ${number} ${isNew ? 'created' : 'saved'}`}
      beside={({ status }) => <PurchaseOrderStatusBadge status={status} />}
      canChange={({ isEditable }) => isEditable}
      blank={{
        supplierID: search.get('supplierID') ?? '',
        status: 'estimate',
        contacts: [],
        lines: [{ ...newPurchaseLine(), ...(itemID ? { itemID } : {}) }],
      }}
      values={purchaseFormValues}
      save={async (send, values, { changes, found }) => {
        try {
          return await send(
            found
              ? purchaseOrderUpdateOf(values, changes, found.version)
              : purchaseOrderBodyOf(values, shown.current === values.supplierID),
          );
        } catch (error) {
          throw withFormPaths(error, values, 'itemID');
        }
      }}
    >
      {(order) => <PurchaseFields {...(order ? { order } : { onDefaults })} />}
    </RecordForm>
  );
}
