import { FormDialog, MoneyField, NoteField, toast, useEndpointMutation } from '@millwright/core/browser';
import {
  type AllocationView,
  updateTransactionAllocation,
  updateTransactionAllocationBody,
} from '../../contracts/index.ts';

/**
 * Corrects the amount of a credit that covers one invoice or debit. The server voids the allocation and writes a new
 * one.
 */
export function AllocationDialog({ allocation, onClose }: { allocation: AllocationView; onClose(): void }) {
  const change = useEndpointMutation(updateTransactionAllocation);
  const { id, transactionNumber, transactionType, targetNumber, amount, note } = allocation;
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={`Correct ${transactionType} ${transactionNumber} on ${targetNumber}`}
      schema={updateTransactionAllocationBody}
      values={{ amount, note }}
      onSave={async (_, changes) => {
        await change.mutateAsync({ params: { transactionAllocationID: id }, body: changes });
        toast.success('Allocation corrected');
      }}
    >
      <MoneyField name="amount" label="Amount" min={0} required />
      <NoteField name="note" label="Note" />
    </FormDialog>
  );
}
