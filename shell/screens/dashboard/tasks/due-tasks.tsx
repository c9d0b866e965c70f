import { DueText, PendingState, useEndpoint } from '@millwright/core/browser';
import { Link } from 'react-router';
import { listTasks, type TaskView } from '../../../../core/contracts/work/task.contract.ts';
import classes from '../dashboard.module.css';
import { dueQuery } from './due-query.ts';

/** Tasks that the home screen lists. */
const most = 5;

/** Tasks that are due for the person or their role, the longest overdue ones first. */
export function DueTasks({ today }: { today: string }) {
  const tasks = useEndpoint(listTasks, { query: { ...dueQuery(today), take: most } });
  if (!tasks.data) return <PendingState query={tasks} what="record" lines={3} />;
  return (
    <ol className={classes['activity']}>
      {tasks.data.items.map((task) => (
        <TaskLine key={task.id} task={task} />
      ))}
    </ol>
  );
}

/** A task as a line with its record. */
function TaskLine({ task }: { task: TaskView }) {
  const path = task.path ?? `/dashboard/tasks?task=${task.id}`;
  return (
    <li className={classes['dueTask']}>
      <span>
        <Link to={path}>{task.title}</Link>
        {task.record && ` · ${task.recordName ?? ''} ${task.record.label}`} · <DueText task={task} />
      </span>
    </li>
  );
}
