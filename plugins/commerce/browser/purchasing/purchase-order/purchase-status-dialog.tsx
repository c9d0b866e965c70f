import { Text } from '@mantine/core';
import { FormDialog, toast, useEndpointMutation } from '@millwright/core/browser';
import {
  changePurchaseOrderStatus,
  type PurchaseOrder,
  type PurchaseOrderStatus,
  purchaseOrderStates,
} from '../../../contracts/index.ts';
import {
  hasRecipients,
  OptionalMailFields,
  optionalMail,
  recipientsMissing,
} from '../../document/mail/optional-mail-fields.tsx';
import { useSupplierRecipients } from '../../document/mail/use-recipients.ts';

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

const schema = optionalMail.refine(hasRecipients, recipientsMissing);

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
      <OptionalMailFields
        record={{ type: 'purchase_order', id: order.id }}
        status={target}
        label="Email the order"
        description="The mail is kept in the email log"
        known={known}
      />
    </FormDialog>
  );
}
