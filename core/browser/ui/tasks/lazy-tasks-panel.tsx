import type { ComponentProps } from 'react';
import { late } from '../../format/late.tsx';
import { useSession } from '../../screens/session.tsx';
import type { TaskDialog } from './task-dialog.tsx';
import type { RecordTasks } from './tasks-panel.tsx';

const LateTasks = late<ComponentProps<typeof RecordTasks>>(
  async () => (await import('./tasks-panel.tsx')).RecordTasks,
  { name: 'The tasks' },
);

/** The tasks of a record, in a chunk of their own; not shown to portal customers, who may not read them. */
export function TasksPanel(props: ComponentProps<typeof RecordTasks>) {
  const { isPortal } = useSession();
  return isPortal ? null : <LateTasks {...props} />;
}

/** A new task, or the change of a task, loaded on demand. */
export const TaskForm = late<ComponentProps<typeof TaskDialog>>(
  async () => (await import('./task-dialog.tsx')).TaskDialog,
  { name: 'The form of a task' },
);
