import { formats, Money } from '@millwright/core/browser';
import classes from './inventory-analytics.module.css';

/** A bar chart that is also a table: name, bar, value, number of items. The largest bar has the full width. */
export function ValueBars({
  label,
  slices,
  none,
}: {
  label: string;
  slices: readonly { id: string | null; name: string; inventoryValue: number; itemCount: number }[];
  /** Name of the slice without id. */
  none: string;
}) {
  const most = Math.max(...slices.map(({ inventoryValue }) => inventoryValue), 0);
  if (most === 0) return <p className={classes['nothing']}>No stock</p>;
  return (
    <table className={classes['bars']}>
      <thead className={classes['hidden']}>
        <tr>
          <th scope="col">{label}</th>
          <th scope="col">Share</th>
          <th scope="col">Value</th>
          <th scope="col">Items</th>
        </tr>
      </thead>
      <tbody>
        {slices.map(({ id, name, inventoryValue, itemCount }) => (
          <tr key={id ?? name}>
            <th scope="row">{name || none}</th>
            <td>
              {inventoryValue > 0 && (
                <span className={classes['bar']} style={{ width: `${(inventoryValue / most) * 100}%` }} />
              )}
            </td>
            <td className={classes['amount']}>
              <Money value={inventoryValue} />
            </td>
            <td className={classes['count']}>{itemCount === 1 ? '1 item' : `${formats().number(itemCount)} items`}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
