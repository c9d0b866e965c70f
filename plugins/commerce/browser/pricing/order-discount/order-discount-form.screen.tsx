import {
  DateField,
  FormRow,
  FormSection,
  MoneyField,
  NumberField,
  PercentField,
  RecordForm,
  RecordSelect,
  SelectField,
  SwitchField,
  TextField,
} from '@millwright/core/browser';
import { codeOptions } from '@millwright/core/contracts';
import { useWatch } from 'react-hook-form';
import { orderDiscounts, orderDiscountTypeNames } from '../../../contracts/index.ts';
import { customerGroupSource, customerSource } from '../../sources/record-sources.ts';

const types = codeOptions(orderDiscountTypeNames);

/** Shows only the field of the chosen type. Saving sets the field of the other type to null. */
function ValueField() {
  return useWatch({ name: 'type' }) === 'amount' ? (
    <MoneyField name="amount" label="Amount" min={0} required />
  ) : (
    <PercentField name="percentage" label="Percentage" required />
  );
}

const ofType = <Body extends { type?: string | undefined }>(body: Body): Body =>
  body.type === undefined ? body : { ...body, [body.type === 'amount' ? 'percentage' : 'amount']: null };

export function OrderDiscountFormScreen() {
  return (
    <RecordForm
      record={orderDiscounts}
      hasPage={false}
      blank={{ name: '', code: '', type: 'percentage', isActive: true, customerIDs: [], customerGroupIDs: [] }}
      save={(send, values) => send(ofType(values))}
    >
      {(found) => (
        <>
          <FormSection title="Order discount">
            <FormRow>
              <TextField name="name" label="Name" required autoFocus={!found} />
              <TextField name="code" label="Code" required description="Typed on orders, in any case" />
            </FormRow>
            <FormRow>
              <SelectField name="type" label="Type" options={types} required />
              <ValueField />
            </FormRow>
            <SwitchField name="isActive" label="Active" />
          </FormSection>
          <FormSection title="Limits" description="Empty fields limit nothing">
            <FormRow>
              <DateField name="startDate" label="First day" />
              <DateField name="endDate" label="Last day" />
            </FormRow>
            <FormRow>
              <MoneyField name="minimumOrderTotal" label="From order total" min={0} />
              <NumberField name="maximumUses" label="Most uses" min={1} decimals={0} />
            </FormRow>
            <RecordSelect name="customerIDs" label="Only for customers" source={customerSource} multiple />
            <RecordSelect
              name="customerGroupIDs"
              label="Only for customer groups"
              source={customerGroupSource}
              multiple
            />
          </FormSection>
        </>
      )}
    </RecordForm>
  );
}
