import { addressValues, emptyAddress, RecordForm, regionOf, useSession } from '@millwright/core/browser';
import {
  createCustomer,
  customerFields,
  getCustomer,
  listCustomers,
  updateCustomer,
} from '../../../contracts/index.ts';
import { CustomerFields } from './customer-fields.tsx';

const record = {
  words: ['customer', 'customers'],
  list: listCustomers,
  get: getCustomer,
  create: createCustomer,
  update: updateCustomer,
} as const;

export function CustomerFormScreen() {
  const { account } = useSession();
  return (
    <RecordForm
      record={record}
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
        // The form writes addresses and chooses none.
        billToAddressID: undefined,
        shipToAddressID: undefined,
      })}
    >
      {(found) => <CustomerFields isNew={!found} />}
    </RecordForm>
  );
}
