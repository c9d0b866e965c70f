import { defineSlot, PageHeader, Slot, useSession } from '@millwright/core/browser';
import { useSessionData } from '../../session/session.tsx';
import { NoAccount } from '../pages/no-account.tsx';
import classes from './dashboard.module.css';
import { DashboardActivity } from './dashboard-activity.tsx';
import { DashboardLinks } from './dashboard-links.tsx';
import { GettingStarted } from './getting-started.tsx';
import { DashboardTasks } from './tasks/dashboard-tasks.tsx';

/** Cards of plugins with figures and tasks. A card renders its own panel and decides its own size. */
const dashboardCards = defineSlot<Record<string, never>>('dashboard.cards');

const greeting = (hour: number): string =>
  hour < 5 ? 'Good night' : hour < 12 ? 'Good morning' : hour < 18 ? 'Good afternoon' : 'Good evening';

export function DashboardScreen() {
  const { user, account, isPortal } = useSession();
  const data = useSessionData();
  const firstName = user.name.split(/\s+/)[0] ?? user.name;
  return (
    <>
      <PageHeader title={`${greeting(new Date().getHours())}, ${firstName}`} />
      <div className={classes['cards']}>
        {account ? <GettingStarted data={data} /> : <NoAccount isOperator={data.user.isOperator} />}
        {account && !isPortal && <DashboardTasks />}
        <Slot name={dashboardCards} props={{}} />
        {account && <DashboardLinks data={data} />}
        {account && !isPortal && <DashboardActivity />}
      </div>
    </>
  );
}
