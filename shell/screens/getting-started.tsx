import { ActionIcon } from '@mantine/core';
import { endpointKey, Icon, type IconName, toast, useClient } from '@millwright/core/browser';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { getCurrentUser, updateUser } from '../../core/contracts/me.contract.ts';
import { allowedScreens } from '../menu.ts';
import type { SessionData } from '../session-data.ts';
import classes from './dashboard.module.css';

const preference = 'dashboard.gettingStarted';

/** First steps in the order in which they help; each is shown where the person may take it. */
const steps: { path: string; icon: IconName; title: string; text: string }[] = [
  {
    path: '/dashboard/account',
    icon: 'building',
    title: 'Say who you are',
    text: 'Name, address and logo stand on every document.',
  },
  {
    path: '/dashboard/account/users',
    icon: 'group',
    title: 'Invite your team',
    text: 'Each person gets a role that says what they see.',
  },
  {
    path: '/dashboard/products/create',
    icon: 'box',
    title: 'Add a product',
    text: 'With its product line and the units you pack it in.',
  },
  {
    path: '/dashboard/customers/create',
    icon: 'user',
    title: 'Add a customer',
    text: 'Terms, carrier and sales rep are their defaults.',
  },
  {
    path: '/dashboard/sales-orders/create',
    icon: 'receipt',
    title: 'Take an order',
    text: 'As an estimate first, issued when it is sure.',
  },
];

/** What to do first; every person can put it away. */
export function GettingStarted({ data }: { data: SessionData }) {
  const client = useClient();
  const queries = useQueryClient();
  const { user, plugins } = data;
  const open = new Set(allowedScreens(plugins).map(({ screen }) => screen.path));
  const shown = steps.filter(({ path }) => open.has(path));
  if (user.preferences[preference] === false || shown.length === 0) return null;

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
        {shown.map(({ path, icon, title, text }) => (
          <li key={path}>
            <Link to={path} className={classes['step']}>
              <span className={classes['stepIcon']}>
                <Icon name={icon} />
              </span>
              <span>
                <span className={classes['stepTitle']}>{title}</span>
                <span className={classes['stepText']}>{text}</span>
              </span>
            </Link>
          </li>
        ))}
      </ol>
    </section>
  );
}
