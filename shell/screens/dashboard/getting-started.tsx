import { ActionIcon, VisuallyHidden } from '@mantine/core';
import { endpointKey, Icon, type IconName, toast, useClient } from '@millwright/core/browser';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { getCurrentUser, updateUser } from '../../../core/contracts/accounts/me.contract.ts';
import { allowedScreens } from '../../navigation/menu.ts';
import type { SessionData } from '../../session/session-data.ts';
import classes from './dashboard.module.css';
import { type StepID, useStepsDone } from './steps-done.ts';

const preference = 'dashboard.gettingStarted';

/** First steps in a useful order; a step is shown if the person may take it. */
const steps: { id: StepID; path: string; icon: IconName; title: string; text: string }[] = [
  {
    id: 'email',
    path: '/dashboard/profile',
    icon: 'mail',
    title: 'Verify your email',
    text: 'With the code of the mail; invitations wait for it.',
  },
  {
    id: 'account',
    path: '/dashboard/account',
    icon: 'building',
    title: 'Say who you are',
    text: 'Name, address and logo stand on every document.',
  },
  {
    id: 'team',
    path: '/dashboard/account/users',
    icon: 'group',
    title: 'Invite your team',
    text: 'Each person gets a role that says what they see.',
  },
  {
    id: 'product',
    path: '/dashboard/products/create',
    icon: 'box',
    title: 'Add a product',
    text: 'With its product line and the units you pack it in.',
  },
  {
    id: 'customer',
    path: '/dashboard/customers/create',
    icon: 'user',
    title: 'Add a customer',
    text: 'Terms, carrier and sales rep are their defaults.',
  },
  {
    id: 'order',
    path: '/dashboard/sales-orders/create',
    icon: 'receipt',
    title: 'Take an order',
    text: 'As an estimate first, issued when it is sure.',
  },
];

/** Permitted first steps, with a mark on those already done. Disappears when all are done, and can be dismissed. */
export function GettingStarted({ data }: { data: SessionData }) {
  const { user, plugins } = data;
  const open = new Set(allowedScreens(plugins).map(({ screen }) => screen.path));
  // Only newly registered people have to verify their email address.
  const shown = steps.filter(({ id, path }) => open.has(path) && !(id === 'email' && user.emailVerified));
  if (user.preferences[preference] === false || shown.length === 0) return null;
  return <FirstSteps data={data} shown={shown} />;
}

function FirstSteps({ data: { user }, shown }: { data: SessionData; shown: typeof steps }) {
  const client = useClient();
  const queries = useQueryClient();
  const done = useStepsDone(shown.map(({ id }) => id));
  if (!done || shown.every(({ id }) => done.has(id))) return null;

  const remember = async (value: boolean | null): Promise<void> => {
    const updated = await client.call(updateUser, {
      params: { userID: user.id },
      body: { preferences: { [preference]: value } },
    });
    queries.setQueryData(endpointKey(getCurrentUser, {}), updated);
  };
  const putAway = async (): Promise<void> => {
    try {
      await remember(false);
      toast.undo('The first steps are put away', () => remember(null));
    } catch (error) {
      toast.error(error);
    }
  };
  return (
    <section className={classes['card']} aria-labelledby="getting-started">
      <div className={classes['cardHead']}>
        <h2 className={classes['cardTitle']} id="getting-started">
          First steps
        </h2>
        <ActionIcon aria-label="Put the first steps away" onClick={() => void putAway()}>
          <Icon name="close" />
        </ActionIcon>
      </div>
      <ol className={classes['steps']}>
        {shown.map(({ id, path, icon, title, text }) => (
          <li key={id}>
            <Link to={path} className={classes['step']} data-done={done.has(id) || undefined}>
              <span className={classes['stepIcon']}>
                <Icon name={done.has(id) ? 'check' : icon} />
              </span>
              <span>
                <span className={classes['stepTitle']}>
                  {title}
                  {done.has(id) && <VisuallyHidden>, done</VisuallyHidden>}
                </span>
                <span className={classes['stepText']}>{text}</span>
              </span>
            </Link>
          </li>
        ))}
      </ol>
    </section>
  );
}
