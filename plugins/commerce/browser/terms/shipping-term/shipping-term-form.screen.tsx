import {
  FormRow,
  FormSection,
  MoneyField,
  SwitchField,
  TextField,
  useEndpoint,
  useEndpointMutation,
} from '@millwright/core/browser';
import { useParams } from 'react-router';
import {
  createShippingTerm,
  createShippingTermBody,
  deleteShippingTerm,
  getCustomer,
  getShippingTerm,
  listCustomers,
  listShippingTerms,
  updateShippingTerm,
  updateShippingTermBody,
} from '../../../contracts/index.ts';
import { ReferenceForm } from '../../reference-form.tsx';

const invalidates = [listShippingTerms, getShippingTerm, listCustomers, getCustomer];

export function ShippingTermFormScreen() {
  const { shippingTermID = '' } = useParams();
  const params = { shippingTermID };
  const term = useEndpoint(getShippingTerm, { params }, { enabled: shippingTermID !== '' });
  const create = useEndpointMutation(createShippingTerm, { invalidates });
  const update = useEndpointMutation(updateShippingTerm, { invalidates });
  const remove = useEndpointMutation(deleteShippingTerm, { invalidates: [listShippingTerms] });
  return (
    <ReferenceForm
      what="shipping term"
      list="/dashboard/shipping-terms"
      domain="shipping_terms"
      recordType="shipping_term"
      id={shippingTermID}
      query={term}
      createSchema={createShippingTermBody}
      updateSchema={updateShippingTermBody}
      blank={{ name: '', isFreightExempt: false, isCarrierRate: false, flatRate: null, minimumOrderValue: null }}
      values={({ name, isFreightExempt, isCarrierRate, flatRate, minimumOrderValue, version }) => ({
        name,
        isFreightExempt,
        isCarrierRate,
        flatRate,
        minimumOrderValue,
        version,
      })}
      create={(body) => create.mutateAsync({ body })}
      update={(body) => update.mutateAsync({ params, body })}
      remove={() => remove.mutateAsync({ params })}
    >
      {(found) => (
        <>
          <FormSection title="Shipping term">
            <TextField name="name" label="Name" required autoFocus={!found} description="As it stands on documents" />
          </FormSection>
          <FormSection title="Freight">
            <SwitchField name="isFreightExempt" label="Freight exempt" description="The customer pays you no freight" />
            <SwitchField name="isCarrierRate" label="Carrier rate" description="Freight is what the carrier charges" />
            <FormRow>
              <MoneyField name="flatRate" label="Flat rate" min={0} description="Whatever the order weighs" />
              <MoneyField
                name="minimumOrderValue"
                label="Free from order value"
                min={0}
                description="From this value no freight is charged"
              />
            </FormRow>
          </FormSection>
        </>
      )}
    </ReferenceForm>
  );
}
