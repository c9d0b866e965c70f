import { FormDialog, NoteField, RecordSelect, toast, useEndpointMutation, useSession } from '@millwright/core/browser';
import { useMemo } from 'react';
import { type Settlement, updateSettlement, updateSettlementBody } from '../../../contracts/index.ts';
import { salesRepSource } from '../../sources/record-sources.ts';

/** Edits the note of a settlement and the person responsible for it. */
export function SettlementDialog({ settlement, onClose }: { settlement: Settlement; onClose(): void }) {
  const { account, can } = useSession();
  const people = useMemo(() => salesRepSource(account?.id ?? ''), [account?.id]);
  const change = useEndpointMutation(updateSettlement);
  const { id, number, note, responsibleUser, version } = settlement;
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={`Edit settlement ${number}`}
      schema={updateSettlementBody}
      values={{ note, responsibleUserID: responsibleUser?.id ?? null }}
      onSave={async (_, changes) => {
        await change.mutateAsync({ params: { settlementID: id }, body: { ...changes, version } });
        toast.success(`Settlement ${number} saved`);
      }}
    >
      {can('team_users:read') && <RecordSelect name="responsibleUserID" label="Responsible" source={people} />}
      <NoteField name="note" label="Note" />
    </FormDialog>
  );
}
