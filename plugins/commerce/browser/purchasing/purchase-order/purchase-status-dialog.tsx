import { Text } from '@mantine/core';
import { FormDialog, SwitchField, toast, useEndpointMutation } from '@millwright/core/browser';
import { emailAddress } from '@millwright/core/contracts';
import { useWatch } from 'react-hook-form';
import { z } from 'zod';
import {
  changePurchaseOrderStatus,
  type PurchaseOrder,
  type PurchaseOrderStatus,
  purchaseOrderStates,
} from '../../../contracts/index.ts';
import { EmailListField } from '../../document/email-list-field.tsx';
import { type Recipients, useSupplierRecipients } from '../../document/use-recipients.ts';

/** Button text and explanation of each status change. */
export const purchaseSteps: Record<PurchaseOrderStatus, { verb(from: PurchaseOrderStatus): string; effect: string }> = {
  bid_request: { verb: () => 'Make request', effect: '' },
  estimate: {
    verb: (from) => (purchaseOrderStates.is.open(from) ? 'Back to draft' : 'Make draft'),
    effect: 'Nothing is expected from it: it can be changed and deleted.',
  },
  issued: {
    verb: (from) => (purchaseOrderStates.is.closedShort(from) ? 'Reopen' : 'Issue'),
    effect: 'Its goods are expected from now on, and sales orders are promised from them.',
  },
  fulfilled: { verb: () => 'Fulfil', effect: '' },
  closed_short: {
    verb: () => 'Close short',
    effect: 'What has not come is not expected any more. It can be reopened.',
  },
};

const schema = z
  .object({
    sendEmail: z.boolean(),
    recipients: z.array(emailAddress).max(20, { error: 'At most 20 addresses' }),
  })
  .refine(({ sendEmail, recipients }) => !sendEmail || recipients.length > 0, {
    path: ['recipients'],
    error: 'Say who gets the email',
  });

function EmailFields({ known }: Pick<Recipients, 'known'>) {
  const isSent = useWatch({ name: 'sendEmail' }) === true;
  return (
    <>
      <SwitchField name="sendEmail" label="Email the order" description="The mail is kept in the email log" />
      {isSent && <EmailListField name="recipients" label="To" known={known} required />}
    </>
  );
}

/** Changes the status of an order, optionally with a mail to the supplier. A refusal is shown in the dialog. */
export function PurchaseStatusDialog({
  order,
  target,
  onClose,
}: {
  order: PurchaseOrder;
  target: PurchaseOrderStatus | null;
  onClose(): void;
}) {
  const change = useEndpointMutation(changePurchaseOrderStatus);
  const { picked, known, isKnown } = useSupplierRecipients(order.supplier, 'purchase_order', order.contacts);
  if (!target || !isKnown) return null;
  const step = purchaseSteps[target];
  const verb = step.verb(order.status.code);
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={`${verb}: purchase order ${order.number}`}
      saveLabel={verb}
      schema={schema}
      values={{
        // Issuing mails the order by default, because the supplier has to know about it.
        sendEmail: target === 'issued' && !order.emailSent && picked.length > 0,
        recipients: picked,
      }}
      onSave={async ({ sendEmail, recipients }) => {
        const changed = await change.mutateAsync({
          params: { orderID: order.id },
          body: { statusChange: target, version: order.version, ...(sendEmail ? { sendEmail, recipients } : {}) },
        });
        toast.success(`Order ${changed.number}: ${changed.status.name}${sendEmail ? ', email on its way' : ''}`);
      }}
    >
      <Text size="sm">{step.effect}</Text>
      <EmailFields known={known} />
    </FormDialog>
  );
}
