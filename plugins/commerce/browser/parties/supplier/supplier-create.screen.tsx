import { emptyAddress, FormScreen, regionOf, toast, useEndpointMutation, useSession } from '@millwright/core/browser';
import { createSupplier, createSupplierBody, listSuppliers } from '../../../contracts/index.ts';
import { SupplierFields } from './supplier-fields.tsx';

export function SupplierCreateScreen() {
  const { account, can } = useSession();
  const create = useEndpointMutation(createSupplier, { invalidates: [listSuppliers] });
  return (
    <FormScreen
      title="New supplier"
      back={{ href: '/dashboard/suppliers', label: 'suppliers' }}
      schema={createSupplierBody}
      values={{ name: '', number: '', isActive: true, address: emptyAddress(regionOf(account?.locale)) }}
      canSave={can('suppliers:create')}
      onSave={async (body) => {
        const { id, name } = await create.mutateAsync({ body });
        toast.success(`${name} saved`);
        return `/dashboard/suppliers/${id}`;
      }}
    >
      <SupplierFields isNew />
    </FormScreen>
  );
}
