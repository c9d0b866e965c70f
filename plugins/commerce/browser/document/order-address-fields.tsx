import { AddressFields, regionOf, SelectField, useSession } from '@millwright/core/browser';
import type { Address, AddressSnapshot } from '@millwright/core/contracts';
import { useEffect } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { addressChoices } from './address-choices.ts';
import { AddressBlock, addressText } from './order-address.tsx';
import classes from './order-form.module.css';

/** Shipping or billing address of an order: one of the customer's addresses, or a one-off address. */
export function OrderAddressFields({
  name,
  label,
  addresses,
  kept,
}: {
  name: 'shipTo' | 'billTo';
  label: string;
  addresses: readonly Address[];
  /** The address saved with the order. */
  kept?: AddressSnapshot | null;
}) {
  const { setValue, getValues } = useFormContext();
  const { account } = useSession();
  const choice: unknown = useWatch({ name: `${name}Choice` });
  const isOneOff = choice === addressChoices.oneOff;
  const chosen = choice === addressChoices.kept ? kept : addresses.find(({ id }) => id === choice);

  useEffect(() => {
    // Sets only the country: effects run after the address fields are mounted, so that the rest of the address exists.
    if (isOneOff && !getValues(`${name}.country`)) setValue(`${name}.country`, regionOf(account?.locale));
  }, [isOneOff, name, account?.locale, getValues, setValue]);

  const options = [
    ...(kept ? [{ value: addressChoices.kept, label: `As it is: ${addressText(kept)}` }] : []),
    ...addresses.map((address) => ({ value: address.id, label: addressText(address) })),
    { value: addressChoices.oneOff, label: 'One-off address…' },
    { value: addressChoices.none, label: 'None' },
  ];
  return (
    <>
      <SelectField name={`${name}Choice`} label={label} options={options} searchable />
      {chosen && (
        <div className={classes['address']}>
          <AddressBlock address={chosen} />
        </div>
      )}
      {isOneOff && <AddressFields name={name} />}
    </>
  );
}
