import { addressValues, emptyAddress, RecordForm, regionOf, useSession } from '@millwright/core/browser';
import { suppliers } from '../../../contracts/index.ts';
import { SupplierContactsSection } from '../contact/contacts-section.tsx';
import { SupplierFields } from './supplier-fields.tsx';

export function SupplierFormScreen() {
  const { account } = useSession();
  return (
    <RecordForm
      record={suppliers}
      blank={{ name: '', number: '', isActive: true, address: emptyAddress(regionOf(account?.locale)) }}
      // The form edits the main address itself, so the id of a chosen address is left out.
      values={({ address }) => ({ address: addressValues(address), addressID: undefined })}
    >
      {(found) => (
        <>
          <SupplierFields isNew={!found} />
          <SupplierContactsSection id={found?.id} />
        </>
      )}
    </RecordForm>
  );
}
