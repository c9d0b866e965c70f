import { Anchor } from '@mantine/core';
import { formats, late, Panel, useEndpoint } from '@millwright/core/browser';
import { Link } from 'react-router';
import { dateIn } from '../../../../core/contracts/texts/date.ts';
import { countInbox } from '../../../../core/contracts/work/inbox.contract.ts';
import { duePath } from './due-query.ts';

const DueTasks = late<{ today: string }>(async () => (await import('./due-tasks.tsx')).DueTasks, {
  name: 'What is due',
});

/** What is due today, by the number that the bell asks for too; nothing without any. */
export function DashboardTasks() {
  const due = useEndpoint(countInbox, {}).data?.tasksDue ?? 0;
  if (due === 0) return null;
  const today = dateIn(formats().settings.timeZone);
  return (
    <Panel title={due === 1 ? '1 task is due' : `${due} tasks are due`}>
      <DueTasks today={today} />
      <Anchor component={Link} to={duePath(today)} size="sm">
        All that is due
      </Anchor>
    </Panel>
  );
}
