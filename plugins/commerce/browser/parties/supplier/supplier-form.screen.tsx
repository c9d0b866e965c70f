import { addressValues, emptyAddress, RecordForm, regionOf, useSession } from '@millwright/core/browser';
import { createSupplier, getSupplier, listSuppliers, updateSupplier } from '../../../contracts/index.ts';
import { SupplierFields } from './supplier-fields.tsx';

const record = {
  words: ['supplier', 'suppliers'],
  list: listSuppliers,
  get: getSupplier,
  create: createSupplier,
  update: updateSupplier,
} as const;

export function SupplierFormScreen() {
  const { account } = useSession();
  return (
    <RecordForm
      record={record}
      blank={{ name: '', number: '', isActive: true, address: emptyAddress(regionOf(account?.locale)) }}
      // The form writes the main address and chooses none.
      values={({ address }) => ({ address: addressValues(address), addressID: undefined })}
    >
      {(found) => <SupplierFields isNew={!found} />}
    </RecordForm>
  );
}
