import { ActionIcon, Anchor, Button, Menu } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { listTasks, type TaskView, taskStates } from '../../../contracts/work/task.contract.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { formats } from '../../format/format.ts';
import { Panel } from '../detail/panel.tsx';
import rows from '../detail/panel-list.module.css';
import type { RecordName } from '../detail/timeline-panel.tsx';
import { Icon } from '../display/icon.tsx';
import { PendingState } from '../feedback/states.tsx';
import { ErrorBoundaryPanel } from '../frame/error-boundary-panel.tsx';
import { TaskDialog } from './task-dialog.tsx';
import { ClosedText, DueText, holderText } from './task-texts.tsx';
import { useTaskActs } from './use-task-acts.ts';

/** Tasks of a record that the panel shows; the list of tasks has the others. */
const most = 50;

/** The list of all tasks with those of the record. */
const listPath = ({ id }: RecordName, isAll: boolean): string =>
  `/dashboard/tasks?${new URLSearchParams({ recordID: id, ...(isAll ? {} : { statuses: 'open' }) })}`;

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
        <div className={rows['buttons']}>
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
          <p className={rows['empty']}>{isAll ? 'There were no tasks' : 'Nothing to do here'}</p>
        )}
        <ul className={rows['list']} aria-label="Tasks">
          {items.map((task) => (
            <TaskRow key={task.id} task={task} onChange={() => setDialog(task)} />
          ))}
        </ul>
      </ErrorBoundaryPanel>
      {tasks.data && tasks.data.count > items.length && (
        <Anchor component={Link} to={listPath(record, isAll)} size="sm">
          All {formats().number(tasks.data.count)} tasks
        </Anchor>
      )}
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
    <li className={rows['row']}>
      <div className={rows['words']}>
        <span className={rows['name']}>{task.title}</span>
        <span className={rows['about']}>
          {isOpen ? (
            <>
              {holderText(task)}
              {task.dueOn !== null && ' · '}
              <DueText task={task} />
            </>
          ) : (
            <ClosedText task={task} />
          )}
        </span>
        {task.note && (
          <span className={rows['note']}>
            {task.origin === 'outside' && <strong>From the customer: </strong>}
            {task.note}
          </span>
        )}
      </div>
      <div className={rows['buttons']}>
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
        {(isOpen || task.mayReopen) && (
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
        )}
      </div>
    </li>
  );
}
