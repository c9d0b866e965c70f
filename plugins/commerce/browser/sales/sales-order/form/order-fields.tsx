import { Group, Input, Text } from '@mantine/core';
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
} from '@millwright/core/browser';
import { holdStates } from '@millwright/core/contracts';
import { useEffect, useRef } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { type Customer, getCustomer, type SalesOrder, salesOrderReferences } from '../../../../contracts/index.ts';
import { addressChoices } from '../../../document/address-choices.ts';
import { EmailListField } from '../../../document/mail/email-list-field.tsx';
import { emailsOfAddresses, useCustomerRecipients } from '../../../document/mail/use-recipients.ts';
import { OrderAddressFields } from '../../../document/order-address-fields.tsx';
import classes from '../../../document/order-form.module.css';
import { orderCustomerSource } from '../../../document/order-sources.ts';
import { CustomerStatusBadge } from '../../../parties/customer/customer-status-badge.tsx';
import { useReferenceSources } from '../../../sources/reference-sources.ts';
import { CarrierChoice } from '../../../terms/carrier/carrier-choice.tsx';
import type { OrderHold } from './availability/order-hold.ts';
import { OrderLines } from './products/order-lines.tsx';
import { PurchaseOrderField } from './purchase-order-field.tsx';

const kinds = [
  { value: 'estimate', label: 'Estimate' },
  { value: 'bid_request', label: 'Bid request' },
  { value: 'issued', label: 'Issued' },
];

/** Default values of a new order of this customer. */
const defaultsOf = (customer: Customer): Record<string, string | null> => ({
  shipToChoice: customer.shipToAddress?.id ?? customer.billToAddress?.id ?? addressChoices.none,
  billToChoice: customer.billToAddress?.id ?? addressChoices.none,
  carrierID: customer.defaultCarrier?.id ?? null,
  carrierOptionID: customer.defaultCarrierOption?.id ?? null,
  paymentTermID: customer.defaultPaymentTerm?.id ?? null,
  shippingTermID: customer.defaultShippingTerm?.id ?? null,
  salesRepID: customer.defaultSalesRep?.id ?? null,
  ...(customer.defaultPriority ? { priorityID: customer.defaultPriority.id } : {}),
});

function CustomerNotice({ customer }: { customer: Customer | undefined }) {
  if (!customer?.status.startsWith('hold')) return null;
  return (
    <Group gap="xs">
      <CustomerStatusBadge status={customer.status} />
      <Text size="sm">
        {holdStates.is.holdsOrders(customer.status)
          ? 'The order can be saved as an estimate, but not issued.'
          : 'The order can be issued, but not shipped.'}
      </Text>
    </Group>
  );
}

/**
 * All fields of an order, for creating and editing. `onDefaults` reports the customer whose defaults are in the form.
 */
export function OrderFields({
  order,
  hold,
  onDefaults,
}: {
  order?: SalesOrder;
  /** The hold on the stock that the lines need. */
  hold: OrderHold;
  onDefaults?(customerID: string): void;
}) {
  const { setValue } = useFormContext();
  const sources = useReferenceSources();
  const picked: unknown = useWatch({ name: 'customerID' });
  const customerID = typeof picked === 'string' ? picked : '';
  const customer = useEndpoint(getCustomer, { params: { customerID } }, { enabled: customerID !== '' });
  const known = customer.data?.id === customerID ? customer.data : undefined;
  const filledFor = useRef('');
  // If the address of the page names the customer, the picker would only hide the rest of the form.
  const wasGiven = useRef(customerID !== '');

  useEffect(() => {
    if (order || !known || filledFor.current === known.id) return;
    filledFor.current = known.id;
    for (const [name, value] of Object.entries(defaultsOf(known))) setValue(name, value, { shouldDirty: true });
    onDefaults?.(known.id);
  }, [order, known, setValue, onDefaults]);

  const addresses = known?.addresses ?? [];
  const people = useCustomerRecipients({ id: customerID, name: '' }, 'order').known;
  const contacts = {
    known: [...people, ...emailsOfAddresses(addresses)],
    ...(known?.email ? { placeholder: known.email } : {}),
  };
  return (
    <>
      <div className={classes['pair']}>
        <FormSection title="Order">
          <RecordSelect
            name="customerID"
            label="Customer"
            source={orderCustomerSource}
            required
            placeholder="Name or number"
            {...(order ? { disabled: true } : { autoFocus: !wasGiven.current })}
          />
          <CustomerNotice customer={known} />
          <FormRow>
            <PurchaseOrderField {...(order ? { own: order.customerPO } : {})} />
            <DateField name="promisedAt" label="Promised" />
          </FormRow>
          <FormRow>
            {!order && <SelectField name="status" label="Begins as" options={kinds} required />}
            <DateField name="expiredAt" label="Estimate valid until" />
            {order ? (
              <Input.Wrapper label="Number" labelElement="div">
                <Text>{order.number}</Text>
              </Input.Wrapper>
            ) : (
              <TextField name="number" label="Number" placeholder="Next number" />
            )}
          </FormRow>
          <NoteField name="customerNote" label="Note for the customer" rows={2} />
          <NoteField name="note" label="Internal note" rows={2} />
        </FormSection>
        <FormSection title="Addresses" description="Copied to the order; later changes of the customer do not touch it">
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
        </FormSection>
      </div>
      <OrderLines customerID={customerID} hold={hold} order={order} />
      <div className={classes['pair']}>
        <FormSection title="Shipping and terms">
          <CarrierChoice />
          <RecordFields table={salesOrderReferences} section="terms" sources={sources} />
        </FormSection>
        <FormSection title="Contacts">
          <EmailListField
            name="acknowledgementEmailContacts"
            label="Order confirmations to"
            {...contacts}
            description="Without one, the contacts that get them, else the customer's own address"
          />
          <EmailListField name="invoiceEmailContacts" label="Invoices to" {...contacts} />
        </FormSection>
      </div>
    </>
  );
}
