import type { RecordType } from '../contracts/records/record.ts';

/** The record type of tasks: for bulk changes and imports. A task is shown on its record and in the list. */
export const taskRecords: readonly RecordType[] = [
  {
    type: 'task',
    prefix: 'tsk',
    label: 'Task',
    permission: 'tasks:read',
    path: '/dashboard/tasks?task={id}',
    untold: 'The history of its record tells of it',
  },
];

/** Kinds of notification about tasks. */
export const taskNotifications = [
  { code: 'task_assigned', name: 'Tasks for you', description: 'When a task is given to you or to your role.' },
  { code: 'task_due', name: 'Tasks that are due', description: 'In the morning of the day on which a task is due.' },
] as const;
