import { Tooltip } from '@mantine/core';
import { formats, Money } from '@millwright/core/browser';
import type { SalesOrderSummary } from '../../../contracts/index.ts';
import classes from './cards/order-cards.module.css';

const dayName = (date: string): string =>
  new Intl.DateTimeFormat(formats().settings.locale, { day: 'numeric', timeZone: 'UTC' }).format(new Date(date));

/** Rounds up to 1, 2, 2.5 or 5 times a power of ten, so that the end of the axis is easy to halve. */
function roundedUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(value, 1)));
  return power * ([1, 2, 2.5, 5].find((step) => step * power >= value) ?? 10);
}

/** Column chart of the order value per day, with the same values as a table for screen readers. */
export function DailyOrders({ days }: { days: SalesOrderSummary['days'] }) {
  const most = roundedUp(Math.max(...days.map(({ total }) => total)));
  return (
    <>
      <div className={classes['chart']} aria-hidden="true">
        {[1, 0.5, 0].map((share) => (
          <span key={share} className={classes['level']} style={{ bottom: `calc(1.25rem + (100% - 2rem) * ${share})` }}>
            {formats().shortMoney(most * share)}
          </span>
        ))}
        {days.map(({ date, count, total }) => (
          <Tooltip
            key={date}
            label={`${formats().date(date)}: ${count === 1 ? '1 order' : `${count} orders`}, ${formats().money(total)}`}
          >
            <div className={classes['day']}>
              <div className={classes['plot']}>
                <div
                  className={classes['column']}
                  style={{ height: `${(total / most) * 100}%` }}
                  data-empty={total === 0 || undefined}
                />
              </div>
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
