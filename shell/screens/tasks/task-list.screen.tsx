import { Button } from '@mantine/core';
import {
  type BulkEdit,
  DateTimeText,
  DueText,
  endpointKey,
  holderText,
  LinkText,
  ListScreen,
  type Option,
  StatusBadge,
  selectionBody,
  TaskForm,
  useClient,
  useEndpoint,
  useTaskActs,
} from '@millwright/core/browser';
import { useQueryClient } from '@tanstack/react-query';
import { parseAsString, useQueryState } from 'nuqs';
import { useState } from 'react';
import {
  bulkEditTasks,
  getTask,
  listTaskHolders,
  listTasks,
  previewBulkEditTasks,
  type TaskView,
  taskStates,
} from '../../../core/contracts/work/task.contract.ts';

interface Holders {
  people: readonly Option[];
  roles: readonly Option[];
}

const optionsOf = (named: readonly { id: string; name: string }[]): Option[] =>
  named.map(({ id, name }) => ({ value: id, label: name }));

/** The bulk change of tasks: who has them, their day, and whether they are done. */
function useTaskEdit({ people, roles }: Holders): BulkEdit {
  const client = useClient();
  const bodyOf = (selection: Parameters<BulkEdit['run']>[0], field: string, value: unknown) => ({
    ...selectionBody(selection, 'taskIDs'),
    changes: { [field]: value },
  });
  return {
    one: 'task',
    several: 'tasks',
    needs: 'tasks:update',
    fields: [
      { name: 'assigneeID', label: 'Person', kind: 'select', options: people, isClearable: true },
      { name: 'roleID', label: 'Role', kind: 'select', options: roles, isClearable: true },
      { name: 'dueOn', label: 'Due', kind: 'date', isClearable: true },
      { name: 'status', label: 'Status', kind: 'select', options: taskStates.options },
    ],
    preview: (selection, field, value) => client.call(previewBulkEditTasks, { body: bodyOf(selection, field, value) }),
    run: (selection, field, value) => client.call(bulkEditTasks, { body: bodyOf(selection, field, value) }),
  };
}

/** The task that the address names, in its dialog. */
function LinkedTask({ id, onClose }: { id: string; onClose(): void }) {
  const task = useEndpoint(getTask, { params: { taskID: id } });
  return task.data ? <TaskForm task={task.data} onClose={onClose} /> : null;
}

/** All tasks that the person may see: their own, those of their role, and the others. */
export function TaskListScreen() {
  const [isNew, setNew] = useState(false);
  const [linked, setLinked] = useQueryState('task', parseAsString);
  const queries = useQueryClient();
  const { finish, isPending } = useTaskActs();
  const found = useEndpoint(listTaskHolders, {}).data;
  const holders = { people: optionsOf(found?.people ?? []), roles: optionsOf(found?.roles ?? []) };
  const edit = useTaskEdit(holders);
  const end = (task: TaskView) => taskStates.is.open(task.status) && finish(task);
  return (
    <>
      <ListScreen
        name="tasks"
        title="Tasks"
        endpoint={listTasks}
        searchPlaceholder="Task, note, record"
        importType="tasks"
        rowLabel={({ title }) => title}
        onOpen={({ id }) => void setLinked(id)}
        rowKey={{ key: 'x', label: 'Mark the task as done', run: end }}
        primaryAction={{ label: 'New task', onClick: () => setNew(true) }}
        bulkEdit={edit}
        views={[
          { id: 'mine', name: 'Mine', query: 'whose=mine&statuses=open' },
          { id: 'my-roles', name: 'My roles', query: 'whose=my_roles&statuses=open' },
          { id: 'open', name: 'All open', query: 'statuses=open' },
        ]}
        columns={[
          {
            id: 'title',
            header: 'Task',
            cell: ({ title }) => title,
            sortable: true,
          },
          {
            id: 'record',
            header: 'About',
            cell: ({ record, recordName, path }) =>
              record && path ? (
                <LinkText to={path} size="sm">
                  {`${recordName ?? ''} ${record.label}`.trim()}
                </LinkText>
              ) : null,
            width: 220,
            csv: ['recordName=Record type', 'record.label=Record'],
          },
          {
            id: 'assignee',
            header: 'Who',
            cell: holderText,
            width: 160,
            csv: ['assignee.name=Person', 'role.name=Role'],
          },
          { id: 'dueOn', header: 'Due', cell: (task) => <DueText task={task} />, sortable: true, width: 190 },
          {
            id: 'status',
            header: 'Status',
            // The button stands in its place, so that it is on the cards of a phone.
            cell: (task) =>
              taskStates.is.open(task.status) ? (
                <Button
                  variant="default"
                  size="compact-sm"
                  disabled={isPending}
                  aria-label={`Done: ${task.title}`}
                  onClick={() => finish(task)}
                >
                  Done
                </Button>
              ) : (
                <StatusBadge tone={taskStates.tones[task.status]}>{taskStates.names[task.status]}</StatusBadge>
              ),
            width: 110,
          },
          { id: 'note', header: 'Note', cell: ({ note }) => note, defaultHidden: true },
          { id: 'createdBy', header: 'Opened by', cell: ({ createdBy }) => createdBy, defaultHidden: true },
          {
            id: 'doneAt',
            header: 'Closed',
            cell: ({ doneAt }) => <DateTimeText value={doneAt} relative />,
            sortable: true,
            defaultHidden: true,
          },
        ]}
        filters={[
          { kind: 'multi', name: 'statuses', label: 'Status', options: taskStates.options },
          {
            kind: 'select',
            name: 'whose',
            label: 'Whose',
            options: [
              { value: 'mine', label: 'Mine' },
              { value: 'my_roles', label: 'My roles' },
            ],
          },
          { kind: 'multi', name: 'assigneeIDs', label: 'Person', options: holders.people },
          { kind: 'multi', name: 'roleIDs', label: 'Role', options: holders.roles },
          { kind: 'boolean', name: 'isOfTeam', label: 'Of the team', yes: 'Nobody has it', no: 'Somebody has it' },
          { kind: 'dates', from: 'dueFrom', to: 'dueTo', label: 'Due' },
          { kind: 'boolean', name: 'isOverdue', label: 'Overdue', yes: 'Overdue', no: 'Not overdue' },
        ]}
        empty={{ title: 'Nothing to do', text: 'Follow up on any record from its page', icon: 'check' }}
      />
      {isNew && <TaskForm onClose={() => setNew(false)} />}
      {linked && (
        <LinkedTask
          id={linked}
          onClose={() => {
            void setLinked(null);
            void queries.invalidateQueries({ queryKey: endpointKey(listTasks) });
          }}
        />
      )}
    </>
  );
}
