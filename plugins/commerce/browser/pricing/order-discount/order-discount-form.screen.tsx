import {
  DateField,
  FormRow,
  FormSection,
  MoneyField,
  NumberField,
  PercentField,
  RecordSelect,
  SelectField,
  SwitchField,
  TextField,
  useEndpoint,
  useEndpointMutation,
} from '@millwright/core/browser';
import { useWatch } from 'react-hook-form';
import { useParams } from 'react-router';
import {
  createOrderDiscount,
  createOrderDiscountBody,
  deleteOrderDiscount,
  getOrderDiscount,
  listOrderDiscounts,
  orderDiscountTypeNames,
  orderDiscountTypes,
  updateOrderDiscount,
  updateOrderDiscountBody,
} from '../../../contracts/index.ts';
import { customerGroupSource, customerSource } from '../../record-sources.ts';
import { ReferenceForm } from '../../reference-form.tsx';

const invalidates = [listOrderDiscounts, getOrderDiscount];
const types = orderDiscountTypes.map((value) => ({ value, label: orderDiscountTypeNames[value] }));
const idsOf = (records: readonly { id: string }[]) => records.map(({ id }) => id);

/** Only what belongs to the type is asked for; the other is emptied when the discount is saved. */
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
  const { orderDiscountID = '' } = useParams();
  const params = { orderDiscountID };
  const discount = useEndpoint(getOrderDiscount, { params }, { enabled: orderDiscountID !== '' });
  const create = useEndpointMutation(createOrderDiscount, { invalidates });
  const update = useEndpointMutation(updateOrderDiscount, { invalidates });
  const remove = useEndpointMutation(deleteOrderDiscount, { invalidates: [listOrderDiscounts] });
  return (
    <ReferenceForm
      what="order discount"
      list="/dashboard/order-discounts"
      domain="discounts"
      recordType="order_discount"
      id={orderDiscountID}
      query={discount}
      createSchema={createOrderDiscountBody}
      updateSchema={updateOrderDiscountBody}
      blank={{ name: '', code: '', type: 'percentage', isActive: true, customerIDs: [], customerGroupIDs: [] }}
      values={({ id: _id, createdAt: _made, updatedAt: _changed, orderCount: _count, ...found }) => {
        const { customers, customerGroups, ...values } = found;
        return { ...values, customerIDs: idsOf(customers), customerGroupIDs: idsOf(customerGroups) };
      }}
      create={(body) => create.mutateAsync({ body: ofType(body) })}
      update={(body) => update.mutateAsync({ params, body: ofType(body) })}
      remove={() => remove.mutateAsync({ params })}
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
    </ReferenceForm>
  );
}
