import { List, Text } from '@mantine/core';
import { FormDialog, Money, SwitchField, TextField, toast, useSession } from '@millwright/core/browser';
import { emailAddress } from '@millwright/core/contracts';
import { useWatch } from 'react-hook-form';
import { z } from 'zod';
import type { Shipment, ShipRefusal } from '../../../../contracts/index.ts';
import { EmailListField } from '../../../document/email-list-field.tsx';
import { type Recipients, useCustomerRecipients } from '../../../document/use-recipients.ts';
import { useShipmentChanges } from '../use-shipment-changes.ts';

const freightNotRated = 'freight_not_rated';

const schema = z
  .object({
    emailCustomer: z.boolean(),
    recipients: z.array(emailAddress).max(20, { error: 'At most 20 addresses' }),
    withoutFreight: z.boolean(),
    reason: z.string().max(500),
  })
  .refine(({ emailCustomer, recipients }) => !emailCustomer || recipients.length > 0, {
    path: ['recipients'],
    error: 'Say who gets the email',
  });

function EmailFields({ known }: Pick<Recipients, 'known'>) {
  const isSent = useWatch({ name: 'emailCustomer' }) === true;
  return (
    <>
      <SwitchField name="emailCustomer" label="Email the customer" description="With tracking; kept in the email log" />
      {isSent && <EmailListField name="recipients" label="To" known={known} required />}
    </>
  );
}

/** Refusals that the dialog can override; missing freight has a field of its own. */
const isDecided = ({ code, canOverride }: ShipRefusal): boolean => canOverride && code !== freightNotRated;

/** Ships a shipment, optionally with a mail to the customer. A refusal is shown in the dialog. */
export function ShipDialog({ shipment, onClose }: { shipment: Shipment; onClose(): void }) {
  const { ship } = useShipmentChanges();
  const { can } = useSession();
  const overridden = shipment.refusals.filter(isDecided);
  const isNotRated = shipment.refusals.some(({ code }) => code === freightNotRated);
  const { known } = useCustomerRecipients(shipment.customer, 'shipment', shipment.recipients);
  const { freight, caseCount, freightWeight } = shipment;
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={`Ship ${shipment.number}`}
      saveLabel="Ship"
      schema={schema}
      values={{
        emailCustomer: shipment.recipients.length > 0,
        recipients: shipment.recipients,
        withoutFreight: false,
        reason: '',
      }}
      onSave={async ({ emailCustomer, recipients, withoutFreight, reason }) => {
        await ship.mutateAsync({
          params: { shipmentID: shipment.id },
          body: {
            emailCustomer,
            ...(emailCustomer ? { recipients } : {}),
            withoutFreight,
            overrides: reason ? overridden.map(({ code }) => ({ code, reason })) : [],
            version: shipment.version,
          },
        });
        toast.success(`Shipment ${shipment.number} has left${emailCustomer ? ', email on its way' : ''}`);
      }}
    >
      <Text size="sm">
        {caseCount === 1 ? 'One case' : `${caseCount} cases`}, {freightWeight} lb, for {shipment.customer.name}. Its
        stock leaves and it is invoiced.
      </Text>
      <Text size="sm">
        Freight: {freight.amount === null ? 'not known' : <Money value={freight.amount} />} · {freight.reason.text}
      </Text>
      {shipment.refusals.length > 0 && (
        <List size="sm">
          {shipment.refusals.map(({ code, message, shippingCaseID }) => (
            <List.Item key={`${code} ${shippingCaseID}`}>{message}</List.Item>
          ))}
        </List>
      )}
      {isNotRated && can('invoices:update') && (
        <SwitchField name="withoutFreight" label="Ship without freight" description="The customer is charged none" />
      )}
      {overridden.length > 0 && <TextField name="reason" label="Ship all the same, because" />}
      <EmailFields known={known} />
    </FormDialog>
  );
}
