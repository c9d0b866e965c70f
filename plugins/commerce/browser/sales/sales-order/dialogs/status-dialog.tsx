import { Alert, Text } from '@mantine/core';
import { FormDialog, LinkText, SwitchField, toast, useEndpointMutation } from '@millwright/core/browser';
import { emailAddress } from '@millwright/core/contracts';
import { useWatch } from 'react-hook-form';
import { z } from 'zod';
import {
  changeSalesOrderStatus,
  isSalesOrderDeletable,
  issueGap,
  orderCompleteness,
  type SalesOrder,
  type SalesOrderStatus,
  salesOrderStates,
} from '../../../../contracts/index.ts';
import { EmailListField } from '../../../document/email-list-field.tsx';
import { type Recipients, useCustomerRecipients } from '../../../document/use-recipients.ts';
import { IssueCheck } from '../form/issue-check.tsx';
import { PickedCheck } from './picked-check.tsx';

/** Button text and explanation of each status change. */
export const statusSteps: Record<SalesOrderStatus, { verb(from: SalesOrderStatus): string; effect: string }> = {
  bid_request: { verb: () => 'Make bid request', effect: '' },
  estimate: {
    verb: (from) => (salesOrderStates.is.open(from) ? 'Back to estimate' : 'Make estimate'),
    effect: 'The order is not binding: it can still be deleted.',
  },
  issued: {
    verb: (from) => (salesOrderStates.is.closedShort(from) ? 'Reopen' : 'Issue'),
    effect: 'The order becomes binding and goes to picking. It cannot be deleted any more.',
  },
  fulfilled: { verb: () => 'Fulfil', effect: '' },
  closed_short: { verb: () => 'Close short', effect: 'What has not been shipped will not be. It can be reopened.' },
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

/** Changes the status of an order, optionally with a mail to its contacts. A refusal is shown in the dialog. */
export function StatusDialog({
  order,
  target,
  onClose,
}: {
  order: SalesOrder;
  target: SalesOrderStatus | null;
  onClose(): void;
}) {
  const change = useEndpointMutation(changeSalesOrderStatus);
  const { picked, known, isKnown } = useCustomerRecipients(order.customer, 'order', order.acknowledgementEmailContacts);
  if (!target || !isKnown) return null;
  const step = statusSteps[target];
  // An order that was closed short has been issued before, and cannot be edited until it is issued again.
  const isFirst = target === 'issued' && isSalesOrderDeletable(order.status.code);
  const gap = isFirst ? issueGap(orderCompleteness(order)) : undefined;
  const verb = step.verb(order.status.code);
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={`${verb}: order ${order.number}`}
      saveLabel={verb}
      canSave={!gap}
      schema={schema}
      values={{
        sendEmail: false,
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
      {gap && (
        <Alert color="yellow" title="Not complete yet" role="alert">
          {gap.message}. <LinkText to={`/dashboard/sales-orders/${order.id}/edit`}>Edit the order</LinkText>
        </Alert>
      )}
      {target === 'issued' && !gap && <IssueCheck order={order} />}
      {target === 'closed_short' && <PickedCheck order={order} />}
      {!gap && <EmailFields known={known} />}
    </FormDialog>
  );
}
