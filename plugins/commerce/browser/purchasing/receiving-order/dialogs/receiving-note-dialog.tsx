import { FormDialog, NoteField, toast, useEndpointMutation } from '@millwright/core/browser';
import { type ReceivingOrder, updateReceivingOrder, updateReceivingOrderBody } from '../../../../contracts/index.ts';

export function ReceivingNoteDialog({ order, onClose }: { order: ReceivingOrder; onClose(): void }) {
  const change = useEndpointMutation(updateReceivingOrder);
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={`Note of ${order.number}`}
      schema={updateReceivingOrderBody}
      values={{ note: order.note }}
      onSave={async (_, { note }) => {
        await change.mutateAsync({ params: { receivingOrderID: order.id }, body: { note, version: order.version } });
        toast.success('Note saved');
      }}
    >
      <NoteField name="note" label="Note" />
    </FormDialog>
  );
}
