import { addressValues, emptyAddress, RecordForm, regionOf, useSession } from '@millwright/core/browser';
import { customerFields, customers } from '../../../contracts/index.ts';
import { CustomerContactsSection } from '../contact/contacts-section.tsx';
import { CustomerFields } from './customer-fields.tsx';

export function CustomerFormScreen() {
  const { account } = useSession();
  return (
    <RecordForm
      record={customers}
      blank={{
        name: '',
        number: '',
        customerPriceGroupIDs: [],
        ...customerFields.unset,
        billToAddress: emptyAddress(regionOf(account?.locale)),
        shipToAddress: null,
      }}
      values={(found) => ({
        billToAddress: addressValues(found.billToAddress),
        shipToAddress: addressValues(found.shipToAddress),
        // The form edits the addresses themselves, so the ids of chosen addresses are left out.
        billToAddressID: undefined,
        shipToAddressID: undefined,
      })}
    >
      {(found) => (
        <>
          <CustomerFields isNew={!found} />
          <CustomerContactsSection id={found?.id} />
        </>
      )}
    </RecordForm>
  );
}
