import { List, Text } from '@mantine/core';
import { FormDialog, Money, SwitchField, TextField, toast, useSession } from '@millwright/core/browser';
import { z } from 'zod';
import type { Shipment, ShipRefusal } from '../../../../contracts/index.ts';
import {
  hasRecipients,
  OptionalMailFields,
  optionalMail,
  recipientsMissing,
} from '../../../document/mail/optional-mail-fields.tsx';
import { useCustomerRecipients } from '../../../document/mail/use-recipients.ts';
import { useShipmentChanges } from '../use-shipment-changes.ts';

const freightNotRated = 'freight_not_rated';

const schema = optionalMail
  .extend({ withoutFreight: z.boolean(), reason: z.string().max(500) })
  .refine(hasRecipients, recipientsMissing);

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
        sendEmail: shipment.recipients.length > 0,
        recipients: shipment.recipients,
        fileIDs: [],
        withoutFreight: false,
        reason: '',
      }}
      onSave={async ({ sendEmail, recipients, fileIDs, withoutFreight, reason }) => {
        await ship.mutateAsync({
          params: { shipmentID: shipment.id },
          body: {
            emailCustomer: sendEmail,
            ...(sendEmail ? { recipients, fileIDs } : {}),
            withoutFreight,
            overrides: reason ? overridden.map(({ code }) => ({ code, reason })) : [],
            version: shipment.version,
          },
        });
        toast.success(`Shipment ${shipment.number} has left${sendEmail ? ', email on its way' : ''}`);
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
      <OptionalMailFields
        record={{ type: 'shipment', id: shipment.id }}
        status="shipped"
        label="Email the customer"
        description="With tracking; kept in the email log"
        known={known}
      />
    </FormDialog>
  );
}
