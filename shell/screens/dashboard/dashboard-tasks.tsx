import { Anchor } from '@mantine/core';
import { late, Panel, useEndpoint } from '@millwright/core/browser';
import { Link } from 'react-router';
import { countInbox } from '../../../core/contracts/work/inbox.contract.ts';

const DueTasks = late<Record<string, never>>(async () => (await import('./due-tasks.tsx')).DueTasks, {
  name: 'What is due',
});

/** What is due today, by the number that the bell asks for too; nothing without any. */
export function DashboardTasks() {
  const due = useEndpoint(countInbox, {}).data?.tasksDue ?? 0;
  if (due === 0) return null;
  return (
    <Panel title={due === 1 ? '1 task is due' : `${due} tasks are due`}>
      <DueTasks />
      <Anchor component={Link} to="/dashboard/tasks?view=mine&whose=mine&statuses=open" size="sm">
        All my tasks
      </Anchor>
    </Panel>
  );
}
