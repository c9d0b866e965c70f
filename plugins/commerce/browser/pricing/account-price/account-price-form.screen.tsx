import {
  DateField,
  FormRow,
  FormSection,
  MoneyField,
  QuantityField,
  RecordForm,
  RecordSelect,
} from '@millwright/core/browser';
import { useSearchParams } from 'react-router';
import { accountPrices } from '../../../contracts/index.ts';
import {
  attributeSource,
  priceRecipientSource,
  productCategorySource,
  productLineSource,
  productSource,
  unitSource,
} from '../../sources/record-sources.ts';

export function AccountPriceFormScreen() {
  const [search] = useSearchParams();
  return (
    <RecordForm
      record={accountPrices}
      hasPage={false}
      blank={{
        recipientAccountID: search.get('recipientAccountID') ?? '',
        categoryIDs: [],
        attributeIDs: [],
        unitValue: {} as { value: number },
      }}
      values={({ unitValue: { value, perUnitID } }) => ({ unitValue: { value, perUnitID } })}
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
    </RecordForm>
  );
}
