import {
  DateField,
  FormDialog,
  MoneyField,
  NoteField,
  SelectField,
  TextField,
  toast,
  useEndpointMutation,
} from '@millwright/core/browser';
import { codeOptions } from '@millwright/core/contracts';
import {
  type Transaction,
  transactionMethodNames,
  updateTransaction,
  updateTransactionBody,
} from '../../../contracts/index.ts';

/** Edits the fields of a transaction that can still change. */
export function TransactionDialog({ transaction, onClose }: { transaction: Transaction; onClose(): void }) {
  const change = useEndpointMutation(updateTransaction);
  const { id, number, reference, note, amount, date, transactionMethod, isEditable, version } = transaction;
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={`Edit transaction ${number}`}
      schema={updateTransactionBody}
      values={{
        reference,
        note,
        ...(isEditable ? { amount, date, ...(transactionMethod ? { methodCode: transactionMethod.code } : {}) } : {}),
      }}
      onSave={async (_, changes) => {
        await change.mutateAsync({ params: { transactionID: id }, body: { ...changes, version } });
        toast.success(`Transaction ${number} saved`);
        onClose();
      }}
    >
      {isEditable && (
        <>
          <MoneyField name="amount" label="Amount" min={0} required />
          <DateField name="date" label="Date" required />
          {transactionMethod && (
            <SelectField name="methodCode" label="Method" options={codeOptions(transactionMethodNames)} required />
          )}
        </>
      )}
      <TextField name="reference" label="Reference" />
      <NoteField name="note" label="Note" />
    </FormDialog>
  );
}
