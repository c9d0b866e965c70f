import { AddressFields, regionOf, SelectField, useSession } from '@millwright/core/browser';
import type { Address, AddressSnapshot } from '@millwright/core/contracts';
import { useEffect } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { addressChoices } from './address-choices.ts';
import { AddressBlock, addressText } from './order-address.tsx';
import classes from './order-form.module.css';

/** Where an order goes, or its invoice: an address of the customer, or one for this order only. */
export function OrderAddressFields({
  name,
  label,
  addresses,
  kept,
}: {
  name: 'shipTo' | 'billTo';
  label: string;
  addresses: readonly Address[];
  /** The snapshot that the order has. */
  kept?: AddressSnapshot | null;
}) {
  const { setValue, getValues } = useFormContext();
  const { account } = useSession();
  const choice: unknown = useWatch({ name: `${name}Choice` });
  const isOneOff = choice === addressChoices.oneOff;
  const chosen = choice === addressChoices.kept ? kept : addresses.find(({ id }) => id === choice);

  useEffect(() => {
    // Its fields are there before this runs, so that the address is never missing as a whole.
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
