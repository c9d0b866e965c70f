import { FormDialog, NoteField, RecordSelect, toast, useEndpointMutation, useSession } from '@millwright/core/browser';
import { z } from 'zod';
import { type Pick, updatePick } from '../../../../contracts/index.ts';
import { salesRepSource } from '../../../sources/record-sources.ts';

const schema = z.object({ note: z.string(), assigneeID: z.string().nullable() });

/** Edits the person responsible for a pick and the note for the picker. */
export function PickEditDialog({ pick, onClose }: { pick: Pick; onClose(): void }) {
  const { account, can } = useSession();
  const update = useEndpointMutation(updatePick);
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={`Pick ${pick.number}`}
      schema={schema}
      values={{ note: pick.note ?? '', assigneeID: pick.assignee?.id ?? null }}
      onSave={async ({ note, assigneeID }) => {
        await update.mutateAsync({
          params: { pickID: pick.id },
          body: { note: note || null, ...(can('team_users:read') ? { assigneeID } : {}), version: pick.version },
        });
        toast.success('Saved');
      }}
    >
      {can('team_users:read') && (
        <RecordSelect name="assigneeID" label="Picker" source={salesRepSource(account?.id ?? '')} />
      )}
      <NoteField name="note" label="Note" autoFocus />
    </FormDialog>
  );
}
