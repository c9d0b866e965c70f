import { Checkbox } from '@mantine/core';
import { CountryField, FormSection, NoteField, SelectField, StateField, TextField } from '@millwright/core/browser';
import { type ReactNode, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import type { z } from 'zod';
import { registerCustomer } from '../../../../core/contracts/accounts/customer-registration.contract.ts';
import type { RegistrationFlowPublic } from '../../../../core/contracts/accounts/registration-flow.contract.ts';
import { SmallForm } from '../../../layout/small-form.tsx';

export type RegistrationBody = z.output<NonNullable<typeof registerCustomer.body>>;

const optionsOf = (choices: readonly { id: string; name: string }[]) =>
  choices.map(({ id, name }) => ({ value: id, label: name }));

/** The form of a flow: fields for new customers, or the customer number of existing ones. */
export function RegistrationForm(props: {
  flow: RegistrationFlowPublic;
  accountSlug: string;
  below?: ReactNode;
  onSave(body: RegistrationBody): Promise<void>;
}) {
  const { flow, accountSlug } = props;
  const [isExisting, setExisting] = useState(false);
  const asks = (field: 'phone' | 'address' | 'website' | 'note') => !isExisting && flow[`${field}Field`] !== 'hidden';
  const needs = (field: 'phone' | 'address' | 'website' | 'note') => flow[`${field}Field`] === 'required';
  const at = (field: string) => `customerData.${field}`;
  return (
    <SmallForm
      key={String(isExisting)}
      schema={registerCustomer.body!}
      values={{
        accountSlug,
        isExistingCustomer: isExisting,
        customerData: { name: '', contactName: '', email: '' },
      }}
      submitLabel="Go on"
      onSave={(body) => props.onSave(body)}
      below={props.below}
    >
      {flow.allowsExistingCustomers && (
        <Checkbox
          label="My company is a customer already"
          checked={isExisting}
          onChange={({ currentTarget }) => setExisting(currentTarget.checked)}
        />
      )}
      {isExisting && (
        <TextField
          name={at('number')}
          label="Customer number"
          required
          description="It stands on every invoice and confirmation"
        />
      )}
      <TextField name={at('name')} label="Company" required autoComplete="organization" />
      <TextField name={at('contactName')} label="Your name" autoComplete="name" />
      <TextField name={at('email')} label="Email" type="email" required autoComplete="email" />
      {asks('phone') && (
        <TextField name={at('phone')} label="Phone" type="tel" required={needs('phone')} autoComplete="tel" />
      )}
      {asks('website') && (
        <TextField name={at('website')} label="Website" required={needs('website')} autoComplete="url" />
      )}
      {asks('address') && (
        <FormSection title="Address">
          <TextField name={at('address.line1')} label="Street" autoComplete="address-line1" />
          <TextField name={at('address.postalCode')} label="Postal code" autoComplete="postal-code" />
          <TextField name={at('address.city')} label="City" autoComplete="address-level2" />
          <CountryField name={at('address.country')} label="Country" required={needs('address')} />
          <StateField name={at('address.state')} label="State" country={at('address.country')} />
        </FormSection>
      )}
      {!isExisting &&
        (
          [
            ['customerGroupID', 'Kind of business', flow.customerGroups],
            ['paymentTermID', 'Payment', flow.paymentTerms],
            ['shippingTermID', 'Shipping', flow.shippingTerms],
          ] as const
        ).map(
          ([field, label, choices]) =>
            choices.length > 1 && (
              <SelectField key={field} name={at(field)} label={label} options={optionsOf(choices)} clearable />
            ),
        )}
      {asks('note') && <NoteField name={at('note')} label="About your company" required={needs('note')} />}
      <Trap />
    </SmallForm>
  );
}

/** A hidden field that only bots fill in. */
function Trap() {
  const { register } = useFormContext();
  return (
    <div hidden>
      <input aria-hidden="true" tabIndex={-1} autoComplete="off" {...register('fax')} />
    </div>
  );
}
