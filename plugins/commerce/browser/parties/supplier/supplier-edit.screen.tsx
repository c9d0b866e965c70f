import {
  addressValues,
  ErrorState,
  FormScreen,
  LoadingState,
  toast,
  useEndpoint,
  useEndpointMutation,
  useSession,
} from '@millwright/core/browser';
import { getTimeline } from '@millwright/core/contracts';
import { useParams } from 'react-router';
import {
  getSupplier,
  listSuppliers,
  supplierFields,
  updateSupplier,
  updateSupplierBody,
} from '../../../contracts/index.ts';
import { SupplierFields } from './supplier-fields.tsx';

export function SupplierEditScreen() {
  const { supplierID = '' } = useParams();
  const session = useSession();
  const supplier = useEndpoint(getSupplier, { params: { supplierID } });
  const update = useEndpointMutation(updateSupplier, { invalidates: [listSuppliers, getSupplier, getTimeline] });
  const { data } = supplier;
  if (!data)
    return supplier.error ? (
      <ErrorState error={supplier.error} onRetry={() => void supplier.refetch()} what="supplier" />
    ) : (
      <LoadingState />
    );
  return (
    <FormScreen
      title={data.name}
      back={{ href: `/dashboard/suppliers/${supplierID}`, label: data.name }}
      schema={updateSupplierBody}
      values={{
        name: data.name,
        number: data.number,
        isActive: data.isActive,
        ...supplierFields.of(data),
        defaultPaymentTermID: data.defaultPaymentTerm?.id ?? null,
        address: addressValues(data.address),
        version: data.version,
      }}
      canSave={session.can('suppliers:update')}
      onSave={async (_, changes) => {
        const { name } = await update.mutateAsync({
          params: { supplierID },
          body: { ...changes, version: data.version },
        });
        toast.success(`${name} saved`);
        return `/dashboard/suppliers/${supplierID}`;
      }}
    >
      <SupplierFields isNew={false} />
    </FormScreen>
  );
}
