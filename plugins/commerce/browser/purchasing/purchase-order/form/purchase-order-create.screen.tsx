import { FormScreen, toast, useEndpointMutation, useSession } from '@millwright/core/browser';
import { useCallback, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { createPurchaseOrder, listExpectedPurchases, listPurchaseOrders } from '../../../../contracts/index.ts';
import { withFormPaths } from '../../../document/with-form-paths.ts';
import { PurchaseFields } from './purchase-fields.tsx';
import { newPurchaseLine, purchaseFormSchema, purchaseOrderBodyOf } from './purchase-form-values.ts';

export function PurchaseOrderCreateScreen() {
  const session = useSession();
  const [search] = useSearchParams();
  const create = useEndpointMutation(createPurchaseOrder, {
    invalidates: [listPurchaseOrders, listExpectedPurchases],
  });
  // Whose terms the form shows; what it does not show yet is left to the server.
  const shown = useRef('');
  const onDefaults = useCallback((supplierID: string) => {
    shown.current = supplierID;
  }, []);
  const itemID = search.get('itemID');
  return (
    <FormScreen
      title="New purchase order"
      back={{ href: '/dashboard/purchase-orders', label: 'purchase orders' }}
      wide
      schema={purchaseFormSchema}
      values={{
        supplierID: search.get('supplierID') ?? '',
        status: 'estimate',
        contacts: [],
        lines: [{ ...newPurchaseLine(), ...(itemID ? { itemID } : {}) }],
      }}
      canSave={session.can('purchase_orders:create')}
      saveLabel="Create order"
      onSave={async (values) => {
        try {
          const body = purchaseOrderBodyOf(values, shown.current === values.supplierID);
          const order = await create.mutateAsync({ body });
          toast.success(`Purchase order ${order.number} created`);
          return `/dashboard/purchase-orders/${order.id}`;
        } catch (error) {
          throw withFormPaths(error, values, 'itemID');
        }
      }}
    >
      <PurchaseFields onDefaults={onDefaults} />
    </FormScreen>
  );
}
