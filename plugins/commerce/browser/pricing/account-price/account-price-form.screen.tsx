import {
  DateField,
  FormRow,
  FormSection,
  MoneyField,
  QuantityField,
  RecordSelect,
  useEndpoint,
  useEndpointMutation,
} from '@millwright/core/browser';
import { useParams, useSearchParams } from 'react-router';
import {
  createAccountPrice,
  createAccountPriceBody,
  deleteAccountPrice,
  getAccountPrice,
  listAccountPrices,
  updateAccountPrice,
  updateAccountPriceBody,
} from '../../../contracts/index.ts';
import {
  attributeSource,
  priceRecipientSource,
  productCategorySource,
  productLineSource,
  productSource,
  unitSource,
} from '../../record-sources.ts';
import { ReferenceForm } from '../../reference-form.tsx';

const invalidates = [listAccountPrices, getAccountPrice];
const idsOf = (records: readonly { id: string }[]) => records.map(({ id }) => id);

export function AccountPriceFormScreen() {
  const { accountPriceID = '' } = useParams();
  const [search] = useSearchParams();
  const params = { accountPriceID };
  const price = useEndpoint(getAccountPrice, { params }, { enabled: accountPriceID !== '' });
  const create = useEndpointMutation(createAccountPrice, { invalidates });
  const update = useEndpointMutation(updateAccountPrice, { invalidates });
  const remove = useEndpointMutation(deleteAccountPrice, { invalidates: [listAccountPrices] });
  return (
    <ReferenceForm
      what="customer price"
      list="/dashboard/customer-prices"
      domain="customer_prices"
      recordType="account_price"
      id={accountPriceID}
      query={price}
      createSchema={createAccountPriceBody}
      updateSchema={updateAccountPriceBody}
      blank={{
        recipientAccountID: search.get('recipientAccountID') ?? '',
        categoryIDs: [],
        attributeIDs: [],
        unitValue: {} as { value: number },
      }}
      values={({ recipientAccountID, minimumQuantity, startDate, endDate, version, ...found }) => ({
        recipientAccountID,
        minimumQuantity,
        startDate,
        endDate,
        version,
        itemID: found.item?.id ?? null,
        productLineID: found.productLine?.id ?? null,
        categoryIDs: idsOf(found.categories),
        attributeIDs: idsOf(found.attributes),
        unitValue: { value: found.unitValue.value, perUnitID: found.unitValue.perUnitID },
      })}
      create={(body) => create.mutateAsync({ body })}
      update={(body) => update.mutateAsync({ params, body })}
      remove={() => remove.mutateAsync({ params })}
    >
      {(found) => (
        <>
          <FormSection title="Price">
            <RecordSelect
              name="recipientAccountID"
              label="For"
              source={priceRecipientSource}
              required
              placeholder="Customer or group"
              autoFocus={!found}
            />
            <FormRow>
              <MoneyField name="unitValue.value" label="Price" unitPrice min={0} required />
              <RecordSelect
                name="unitValue.perUnitID"
                label="Per"
                source={unitSource}
                placeholder="The product's own unit"
                clearable
              />
            </FormRow>
            <FormRow>
              <DateField name="startDate" label="First day" />
              <DateField name="endDate" label="Last day" />
            </FormRow>
            <QuantityField name="minimumQuantity" label="From quantity" />
          </FormSection>
          <FormSection title="Products" description="One product, or all that fit everything that is named">
            <RecordSelect name="itemID" label="Product" source={productSource} clearable />
            <RecordSelect name="productLineID" label="Product line" source={productLineSource} clearable />
            <RecordSelect name="categoryIDs" label="Categories" source={productCategorySource} multiple />
            <RecordSelect name="attributeIDs" label="Attributes" source={attributeSource} multiple />
          </FormSection>
        </>
      )}
    </ReferenceForm>
  );
}
