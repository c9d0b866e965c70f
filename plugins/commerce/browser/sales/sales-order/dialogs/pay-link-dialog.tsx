import { FormDialog, TextField, toast, useEndpointMutation } from '@millwright/core/browser';
import { mailCheckout, type SalesOrder } from '../../../../contracts/index.ts';

/** Mails a link to a payment page where the customer pays the order by card, without signing in. */
export function PayLinkDialog({ order, onClose }: { order: SalesOrder; onClose(): void }) {
  const mail = useEndpointMutation(mailCheckout);
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={`Mail a link to pay order ${order.number}`}
      schema={mailCheckout.body!}
      values={{ customerEmail: order.customer.email ?? '' }}
      saveLabel="Mail the link"
      onSave={async (body) => {
        const { message } = await mail.mutateAsync({ params: { orderID: order.id }, body });
        toast.success(message);
        onClose();
      }}
    >
      <TextField
        name="customerEmail"
        label="To"
        type="email"
        required
        description="Whoever has the mail sees the order and pays it by card, for 14 days"
      />
    </FormDialog>
  );
}
