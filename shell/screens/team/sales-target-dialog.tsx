import {
  DateField,
  FormDialog,
  FormRow,
  MoneyField,
  NoteField,
  toast,
  useEndpointMutation,
} from '@millwright/core/browser';
import {
  createSalesTarget,
  type SalesTargetView,
  salesTargetInput,
  updateSalesTarget,
} from '../../../core/contracts/accounts/member.contract.ts';

/** Adds or edits a sales target of a person. */
export function TeamTargetDialog(props: {
  accountID: string;
  memberID: string;
  /** The target to edit; null adds one. */
  target: SalesTargetView | null;
  opened: boolean;
  onClose(): void;
}) {
  const { accountID, memberID: userID, target, opened, onClose } = props;
  const create = useEndpointMutation(createSalesTarget);
  const update = useEndpointMutation(updateSalesTarget);
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={target ? 'Change sales target' : 'New sales target'}
      saveLabel={target ? 'Save' : 'Add target'}
      schema={salesTargetInput}
      values={
        target
          ? { amount: target.amount, startDate: target.startDate, endDate: target.endDate, note: target.note }
          : { startDate: '', endDate: '', note: null }
      }
      onSave={async (body) => {
        if (target)
          await update.mutateAsync({
            params: { accountID, userID, targetID: target.id },
            body: { ...body, version: target.version },
          });
        else await create.mutateAsync({ params: { accountID, userID }, body });
        toast.success('Sales target saved');
      }}
    >
      <MoneyField name="amount" label="Amount" required autoFocus />
      <FormRow>
        <DateField name="startDate" label="From" required />
        <DateField name="endDate" label="To" required description="This day counts too" />
      </FormRow>
      <NoteField name="note" label="Note" />
    </FormDialog>
  );
}
