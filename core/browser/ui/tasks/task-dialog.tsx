import { z } from 'zod';
import {
  createTaskCall,
  listTaskHolders,
  type TaskView,
  taskDay,
  taskTitle,
  updateTask,
} from '../../../contracts/work/task.contract.ts';
import { useEndpoint, useEndpointMutation } from '../../api/use-endpoint.ts';
import type { RecordName } from '../detail/timeline-panel.tsx';
import { DateField, NoteField, SelectField, TextField } from '../form/fields.tsx';
import { FormRow } from '../form/form-parts.tsx';
import { FormDialog } from '../form/form-screen.tsx';

const schema = z.object({
  title: taskTitle,
  /** Id of a person or of a role; empty for the team. */
  holder: z.string().nullish(),
  dueOn: taskDay.nullish().or(z.literal('').transform(() => null)),
  note: z.string().nullish(),
});

const isPerson = (id: string): boolean => id.startsWith('mem_');

/** A new task on a record or on none, or the change of a task. */
export function TaskDialog({ record, task, onClose }: { record?: RecordName; task?: TaskView; onClose(): void }) {
  const of = task?.record ?? record;
  const holders = useEndpoint(listTaskHolders, of ? { query: { recordType: of.type, recordID: of.id } } : {});
  const create = useEndpointMutation(createTaskCall);
  const update = useEndpointMutation(updateTask);
  const { people = [], roles = [], ownID = null } = holders.data ?? {};
  const options = [
    ...people.map(({ id, name }) => ({ value: id, label: name })),
    ...roles.map(({ id, name }) => ({ value: id, label: `Role ${name}` })),
  ];
  return (
    <FormDialog
      // The caller is offered as soon as it is known that they may have the task.
      key={holders.data ? 'ready' : 'waiting'}
      opened
      onClose={onClose}
      title={task ? 'Change the task' : record ? 'Follow up on this' : 'New task'}
      saveLabel={task ? 'Save' : 'Open task'}
      schema={schema}
      canSave={holders.data !== undefined}
      values={
        task
          ? {
              title: task.title,
              holder: task.assignee?.id ?? task.role?.id ?? null,
              dueOn: task.dueOn,
              note: task.note,
            }
          : { title: '', holder: ownID, dueOn: null, note: '' }
      }
      onSave={async ({ title, holder, dueOn, note }) => {
        const who = {
          assigneeID: holder && isPerson(holder) ? holder : null,
          roleID: holder && !isPerson(holder) ? holder : null,
        };
        const body = { title, note: note ?? '', dueOn: dueOn ?? null, ...who };
        if (task) await update.mutateAsync({ params: { taskID: task.id }, body: { ...body, version: task.version } });
        else await create.mutateAsync({ body: { ...body, record: record ?? null } });
      }}
    >
      <TextField name="title" label="What is to be done" required autoFocus />
      <FormRow>
        <SelectField name="holder" label="Who" options={options} clearable placeholder="The team" />
        <DateField name="dueOn" label="Due" />
      </FormRow>
      <NoteField name="note" label="Note" rows={3} />
    </FormDialog>
  );
}
