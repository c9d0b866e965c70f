import { ActionIcon, Button, Menu } from '@mantine/core';
import { useState } from 'react';
import { listTasks, type TaskView, taskStates } from '../../../contracts/work/task.contract.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { DateTimeText } from '../../format/formatted.tsx';
import { Panel } from '../detail/panel.tsx';
import type { RecordName } from '../detail/timeline-panel.tsx';
import { Icon } from '../display/icon.tsx';
import { PendingState } from '../feedback/states.tsx';
import { ErrorBoundaryPanel } from '../frame/error-boundary-panel.tsx';
import { DueText, holderText } from './due-text.tsx';
import { TaskDialog } from './task-dialog.tsx';
import classes from './tasks-panel.module.css';
import { useTaskActs } from './use-task-acts.ts';

/** Tasks of a record that the panel shows; the list of tasks has the others. */
const most = 50;

/** The tasks of a record: the open ones, and on demand the closed ones. */
export function RecordTasks({ record }: { record: RecordName }) {
  const [isAll, setAll] = useState(false);
  const [dialog, setDialog] = useState<TaskView | 'new' | null>(null);
  const of = { recordType: record.type, recordID: record.id };
  const tasks = useEndpoint(
    listTasks,
    { query: { ...of, take: most, ...(isAll ? {} : { statuses: ['open' as const] }) } },
    { keepPrevious: true },
  );
  const items = tasks.data?.items ?? [];
  return (
    <Panel
      title="Tasks"
      actions={
        <div className={classes['buttons']}>
          <Button variant="subtle" size="compact-sm" onClick={() => setAll(!isAll)}>
            {isAll ? 'Open only' : 'Show closed'}
          </Button>
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<Icon name="plus" size={12} />}
            onClick={() => setDialog('new')}
          >
            Follow up
          </Button>
        </div>
      }
    >
      <ErrorBoundaryPanel name="Tasks">
        {!tasks.data && <PendingState query={tasks} what="record" lines={2} />}
        {tasks.data && items.length === 0 && (
          <p className={classes['empty']}>{isAll ? 'There were no tasks' : 'Nothing to do here'}</p>
        )}
        <ul className={classes['list']} aria-label="Tasks">
          {items.map((task) => (
            <TaskRow key={task.id} task={task} onChange={() => setDialog(task)} />
          ))}
        </ul>
      </ErrorBoundaryPanel>
      {dialog !== null && (
        <TaskDialog {...(dialog === 'new' ? { record } : { record, task: dialog })} onClose={() => setDialog(null)} />
      )}
    </Panel>
  );
}

function TaskRow({ task, onChange }: { task: TaskView; onChange(): void }) {
  const { finish, drop, reopen, isPending } = useTaskActs();
  const isOpen = taskStates.is.open(task.status);
  return (
    <li className={classes['task']}>
      <div className={classes['words']}>
        <span className={classes['title']}>{task.title}</span>
        <span className={classes['about']}>
          {isOpen ? (
            <>
              {holderText(task)}
              {task.dueOn !== null && ' · '}
              <DueText task={task} />
            </>
          ) : (
            <>
              {taskStates.names[task.status]} by {task.doneBy} <DateTimeText value={task.doneAt} relative />
            </>
          )}
        </span>
        {task.note && (
          <span className={classes['note']}>
            {task.origin === 'outside' && <strong>From the customer: </strong>}
            {task.note}
          </span>
        )}
      </div>
      <div className={classes['buttons']}>
        {isOpen && (
          <Button
            variant="default"
            size="compact-sm"
            loading={isPending}
            aria-label={`Done: ${task.title}`}
            onClick={() => finish(task)}
          >
            Done
          </Button>
        )}
        <Menu>
          <Menu.Target>
            <ActionIcon variant="subtle" color="gray" aria-label={`Actions for ${task.title}`}>
              <Icon name="dots" />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {isOpen && (
              <Menu.Item leftSection={<Icon name="edit" size={14} />} onClick={onChange}>
                Change
              </Menu.Item>
            )}
            {isOpen ? (
              <Menu.Item leftSection={<Icon name="close" size={14} />} onClick={() => drop(task)}>
                Drop
              </Menu.Item>
            ) : (
              <Menu.Item leftSection={<Icon name="undo" size={14} />} onClick={() => reopen(task)}>
                Open again
              </Menu.Item>
            )}
          </Menu.Dropdown>
        </Menu>
      </div>
    </li>
  );
}
