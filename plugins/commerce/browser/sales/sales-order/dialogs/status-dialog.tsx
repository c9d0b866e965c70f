import { Alert, Text } from '@mantine/core';
import { FormDialog, LinkText, toast, useEndpointMutation } from '@millwright/core/browser';
import {
  changeSalesOrderStatus,
  isSalesOrderDeletable,
  issueGap,
  orderCompleteness,
  type SalesOrder,
  type SalesOrderStatus,
  salesOrderStates,
} from '../../../../contracts/index.ts';
import {
  hasRecipients,
  OptionalMailFields,
  optionalMail,
  recipientsMissing,
} from '../../../document/mail/optional-mail-fields.tsx';
import { useCustomerRecipients } from '../../../document/mail/use-recipients.ts';
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

const schema = optionalMail.refine(hasRecipients, recipientsMissing);

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
        fileIDs: [],
      }}
      onSave={async ({ sendEmail, recipients, fileIDs }) => {
        const changed = await change.mutateAsync({
          params: { orderID: order.id },
          body: {
            statusChange: target,
            version: order.version,
            ...(sendEmail ? { sendEmail, recipients, fileIDs } : {}),
          },
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
      {!gap && (
        <OptionalMailFields
          record={{ type: 'sales_order', id: order.id }}
          status={target}
          label="Email the order"
          description="The mail is kept in the email log"
          known={known}
        />
      )}
    </FormDialog>
  );
}
