import { Button, Modal, Stack, Text } from '@mantine/core';
import {
  type BulkEdit,
  ClosedText,
  DueText,
  endpointKey,
  hidden,
  holderText,
  LinkText,
  ListScreen,
  type Option,
  PendingState,
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
import { type Holders, taskFilters } from './task-filters.ts';

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

/** The task that the address names, in its dialog; a closed one is told of. */
function LinkedTask({ id, onClose }: { id: string; onClose(): void }) {
  const task = useEndpoint(getTask, { params: { taskID: id } });
  if (task.data && taskStates.is.open(task.data.status)) return <TaskForm task={task.data} onClose={onClose} />;
  return (
    <Modal opened onClose={onClose} title={<Text fw={600}>{task.data?.title ?? 'Task'}</Text>}>
      {task.data ? <ClosedTask task={task.data} /> : <PendingState query={task} what="record" lines={3} />}
    </Modal>
  );
}

function ClosedTask({ task }: { task: TaskView }) {
  const { reopen, isPending } = useTaskActs();
  return (
    <Stack gap="md" align="flex-start">
      <Text size="sm">
        <ClosedText task={task} />
      </Text>
      {task.note && (
        <Text size="sm" style={{ whiteSpace: 'pre-line' }}>
          {task.note}
        </Text>
      )}
      {task.mayReopen && (
        <Button variant="default" loading={isPending} onClick={() => reopen(task)}>
          Open again
        </Button>
      )}
    </Stack>
  );
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
          { id: 'title', header: 'Task' },
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
          { id: 'dueOn', header: 'Due', cell: (task) => <DueText task={task} />, width: 190 },
          {
            id: 'status',
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
          ...hidden('note', { id: 'createdBy', header: 'Opened by' }, 'createdAt'),
          { id: 'doneAt', header: 'Closed', instant: 'relative', defaultHidden: true },
        ]}
        filters={taskFilters(holders)}
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
