import { Button } from '@mantine/core';
import { Icon, type IconName, useScreenTitle } from '@millwright/core/browser';
import { Link } from 'react-router';
import classes from './home.module.css';

const points: { icon: IconName; title: string; text: string }[] = [
  {
    icon: 'receipt',
    title: 'Orders without retyping',
    text: 'Sales orders with the prices, terms and carriers that each customer has, from estimate to fulfilled.',
  },
  {
    icon: 'box',
    title: 'Products in the units you pack',
    text: 'Pairs, cartons and cases convert exactly, so that stock, orders and labels always agree.',
  },
  {
    icon: 'shield',
    title: 'Every account apart',
    text: 'Several businesses in one place, each behind walls that the database itself keeps.',
  },
];

export function HomeScreen() {
  useScreenTitle('Back office for makers and distributors');
  return (
    <div className={classes['page']}>
      <section className={classes['hero']}>
        <h1 className={classes['title']}>The back office for people who make and move goods</h1>
        <p className={classes['lead']}>
          Orders, stock, production, shipping and money in one place, quick enough for the busiest hour of the day.
        </p>
        <div className={classes['actions']}>
          <Button component={Link} to="/auth/login" size="md">
            Sign in
          </Button>
          <Button component={Link} to="/contact" size="md" variant="default">
            Request a demo
          </Button>
        </div>
      </section>
      <ul className={classes['points']}>
        {points.map(({ icon, title, text }) => (
          <li key={title} className={classes['point']}>
            <Icon name={icon} size={20} />
            <h2 className={classes['pointTitle']}>{title}</h2>
            <p className={classes['pointText']}>{text}</p>
          </li>
        ))}
      </ul>
    </div>
  );
}
