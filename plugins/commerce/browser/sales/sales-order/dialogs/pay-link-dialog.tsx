import { FormDialog, toast, useEndpointMutation } from '@millwright/core/browser';
import { mailCheckout, type SalesOrder } from '../../../../contracts/index.ts';
import { EmailListField } from '../../../document/mail/email-list-field.tsx';
import { mailRecipients } from '../../../document/mail/record-mail-dialog.tsx';
import { useCustomerRecipients } from '../../../document/mail/use-recipients.ts';

/** Mails a link to a payment page where the customer pays the order by card, without signing in. */
export function PayLinkDialog({ order, onClose }: { order: SalesOrder; onClose(): void }) {
  const mail = useEndpointMutation(mailCheckout);
  const { picked, known, isKnown } = useCustomerRecipients(order.customer, 'order', order.acknowledgementEmailContacts);
  if (!isKnown) return null;
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={`Mail a link to pay order ${order.number}`}
      schema={mailRecipients}
      values={{ recipients: picked }}
      saveLabel="Mail the link"
      onSave={async (body) => {
        const { message } = await mail.mutateAsync({ params: { orderID: order.id }, body });
        toast.success(message);
        onClose();
      }}
    >
      <EmailListField
        name="recipients"
        label="To"
        known={known}
        required
        description="Whoever has the mail sees the order and pays it by card, for 14 days"
      />
    </FormDialog>
  );
}
