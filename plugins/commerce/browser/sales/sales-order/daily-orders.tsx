import { Tooltip } from '@mantine/core';
import { formats, Money } from '@millwright/core/browser';
import type { SalesOrderSummary } from '../../../contracts/index.ts';
import classes from './order-cards.module.css';

const dayName = (date: string): string =>
  new Intl.DateTimeFormat(formats().settings.locale, { day: 'numeric', timeZone: 'UTC' }).format(new Date(date));

/** Value of the orders of each day as columns; the same as a table for screen readers. */
export function DailyOrders({ days }: { days: SalesOrderSummary['days'] }) {
  const most = Math.max(...days.map(({ total }) => total), 1);
  return (
    <>
      <div className={classes['chart']} aria-hidden="true">
        {days.map(({ date, count, total }) => (
          <Tooltip
            key={date}
            label={`${formats().date(date)}: ${count === 1 ? '1 order' : `${count} orders`}, ${formats().money(total)}`}
          >
            <div className={classes['day']}>
              <div
                className={classes['column']}
                style={{ height: `${(total / most) * 100}%` }}
                data-empty={total === 0 || undefined}
              />
              <span>{dayName(date)}</span>
            </div>
          </Tooltip>
        ))}
      </div>
      <table className={classes['hidden']}>
        <caption>Orders of the last 14 days</caption>
        <thead>
          <tr>
            <th scope="col">Day</th>
            <th scope="col">Orders</th>
            <th scope="col">Value</th>
          </tr>
        </thead>
        <tbody>
          {days.map(({ date, count, total }) => (
            <tr key={date}>
              <th scope="row">{formats().date(date)}</th>
              <td>{count}</td>
              <td>
                <Money value={total} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
