import { SimpleGrid } from '@mantine/core';
import { SwitchField, TextField } from '../fields.tsx';
import { CountryField, StateField } from './region-fields.tsx';

/** The fields of an address; `name` is their path in the form's values. */
export function AddressFields({ name, required }: { name: string; required?: boolean }) {
  const at = (field: string): string => `${name}.${field}`;
  return (
    <>
      <TextField name={at('name')} label="Address name" required={required ?? true} />
      <TextField name={at('line1')} label="Street" autoComplete="address-line1" />
      <TextField name={at('line2')} label="Street, second line" autoComplete="address-line2" />
      <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="sm">
        <TextField name={at('city')} label="City" autoComplete="address-level2" />
        <StateField name={at('state')} label="State" country={at('country')} />
        <TextField name={at('postalCode')} label="Postal code" autoComplete="postal-code" />
      </SimpleGrid>
      <CountryField name={at('country')} label="Country" required={required ?? true} />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <TextField name={at('phone')} label="Phone" type="tel" />
        <TextField name={at('email')} label="Email" type="email" />
      </SimpleGrid>
      <SwitchField name={at('isDropShip')} label="Drop ship" />
    </>
  );
}
