import { Input, Text } from '@mantine/core';
import {
  DateField,
  FormRow,
  FormSection,
  NoteField,
  RecordFields,
  RecordSelect,
  SelectField,
  TextField,
  useEndpoint,
  useSession,
} from '@millwright/core/browser';
import { listAddresses } from '@millwright/core/contracts';
import { useEffect, useRef } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { getSupplier, type PurchaseOrder, purchaseOrderReferences } from '../../../../contracts/index.ts';
import { EmailListField } from '../../../document/mail/email-list-field.tsx';
import { emailsOfAddresses, useSupplierRecipients } from '../../../document/mail/use-recipients.ts';
import { OrderAddressFields } from '../../../document/order-address-fields.tsx';
import classes from '../../../document/order-form.module.css';
import { supplierSource } from '../../../sources/record-sources.ts';
import { useReferenceSources } from '../../../sources/reference-sources.ts';
import { PurchaseLines } from './purchase-lines.tsx';

const kinds = [
  { value: 'estimate', label: 'Draft' },
  { value: 'bid_request', label: 'Request for quotation' },
  { value: 'issued', label: 'Issued' },
];

/** All fields of a purchase order. `onDefaults` reports the supplier whose terms are in the form. */
export function PurchaseFields({
  order,
  onDefaults,
}: {
  order?: PurchaseOrder;
  onDefaults?(supplierID: string): void;
}) {
  const { setValue } = useFormContext();
  const { account } = useSession();
  const sources = useReferenceSources();
  const picked: unknown = useWatch({ name: 'supplierID' });
  const supplierID = typeof picked === 'string' ? picked : '';
  const supplier = useEndpoint(getSupplier, { params: { supplierID } }, { enabled: supplierID !== '' });
  const known = supplier.data?.id === supplierID ? supplier.data : undefined;
  const accountID = account?.id ?? '';
  const addresses = useEndpoint(listAddresses, { params: { accountID }, query: { take: 100 } }).data?.items ?? [];
  const filledFor = useRef('');
  // If the address of the page names the supplier, the picker would only hide the rest of the form.
  const wasGiven = useRef(supplierID !== '');

  useEffect(() => {
    if (order || !known || filledFor.current === known.id) return;
    filledFor.current = known.id;
    setValue('paymentTermID', known.defaultPaymentTerm?.id ?? null, { shouldDirty: true });
    onDefaults?.(known.id);
  }, [order, known, setValue, onDefaults]);

  const people = useSupplierRecipients({ id: supplierID, name: '' }, 'purchase_order').known;
  const contacts = {
    known: [...people, ...emailsOfAddresses(known?.addresses ?? [])],
    ...(known?.email ? { placeholder: known.email } : {}),
  };
  return (
    <>
      <div className={classes['pair']}>
        <FormSection title="Order">
          <RecordSelect
            name="supplierID"
            label="Supplier"
            source={supplierSource}
            required
            placeholder="Name or number"
            {...(order ? { disabled: true } : { autoFocus: !wasGiven.current })}
          />
          <FormRow>
            {order ? (
              <Input.Wrapper label="Number" labelElement="div">
                <Text>{order.number}</Text>
              </Input.Wrapper>
            ) : (
              <SelectField name="status" label="Begins as" options={kinds} required />
            )}
            <DateField name="scheduledAt" label="Wanted by" />
          </FormRow>
          {!order && <TextField name="number" label="Number" placeholder="Next number" />}
          <RecordFields table={purchaseOrderReferences} sources={sources} />
          <EmailListField
            name="contacts"
            label="Mails to"
            {...contacts}
            description="Without one, the contacts that get orders, else the supplier's own address"
          />
        </FormSection>
        <FormSection title="Addresses and notes" description="Left empty, the account's own address">
          <OrderAddressFields
            name="shipTo"
            label="Ship to"
            addresses={addresses}
            {...(order ? { kept: order.shipTo } : {})}
          />
          <OrderAddressFields
            name="billTo"
            label="Bill to"
            addresses={addresses}
            {...(order ? { kept: order.billTo } : {})}
          />
          <NoteField name="supplierNote" label="Note for the supplier" rows={2} />
          <NoteField name="note" label="Internal note" rows={2} />
        </FormSection>
      </div>
      <PurchaseLines supplierID={supplierID} />
    </>
  );
}
