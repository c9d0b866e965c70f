import { FormDialog, formats, MoneyField, toast, useEndpointMutation } from '@millwright/core/browser';
import { refundCardPayment, refundCardPaymentBody, type Transaction } from '../../../contracts/index.ts';

/** Refunds a card payment; the default amount is all that can be refunded. */
export function RefundDialog({ transaction, onClose }: { transaction: Transaction; onClose(): void }) {
  const refund = useEndpointMutation(refundCardPayment);
  const { id, number, refundable } = transaction;
  const left = refundable ?? 0;
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={`Refund payment ${number}`}
      saveLabel="Refund"
      schema={refundCardPaymentBody}
      values={{ amount: left }}
      onSave={async ({ amount }) => {
        const done = await refund.mutateAsync({ params: { transactionID: id }, body: { amount } });
        toast.success(`${formats().money(done.amount)} go back to the card`);
      }}
    >
      <MoneyField
        name="amount"
        label="Amount"
        description={`${formats().money(left)} can be paid back. The money goes back to the card that paid`}
        required
      />
    </FormDialog>
  );
}
