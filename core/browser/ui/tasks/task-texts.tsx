import { type TaskView, taskStates } from '../../../contracts/work/task.contract.ts';
import { DateText, DateTimeText } from '../../format/formatted.tsx';
import classes from './task-texts.module.css';

/** The due day of a task, marked where it has passed; nothing without a day. */
export function DueText({ task: { dueOn, isOverdue } }: { task: Pick<TaskView, 'dueOn' | 'isOverdue'> }) {
  if (dueOn === null) return null;
  return isOverdue ? (
    <span className={classes['late']}>
      Overdue since <DateText value={dueOn} />
    </span>
  ) : (
    <DateText value={dueOn} />
  );
}

/** Whose task it is. */
export const holderText = ({ assignee, role }: Pick<TaskView, 'assignee' | 'role'>): string =>
  assignee?.name ?? (role ? `Role ${role.name}` : 'The team');

/** Who closed a task, how, and when. */
export const ClosedText = ({ task }: { task: Pick<TaskView, 'status' | 'doneBy' | 'doneAt'> }) => (
  <>
    {taskStates.names[task.status]} by {task.doneBy} <DateTimeText value={task.doneAt} relative />
  </>
);
