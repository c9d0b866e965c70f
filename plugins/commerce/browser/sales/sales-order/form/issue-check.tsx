import { Text } from '@mantine/core';
import { DateText, formats, LoadingState, StatusBadge, useEndpoint } from '@millwright/core/browser';
import { type ItemPromise, promiseItems } from '@millwright/inventory/contracts';
import type { SalesOrder } from '../../../../contracts/index.ts';
import classes from '../../../document/order-detail.module.css';

interface Wanted {
  itemID: string;
  sku: string;
  quantity: { measure: number; unitID: string };
}

/** Quantities that the lines reserve when the order is issued; lines with the same product and unit are added up. */
function wantedOf({ lines }: SalesOrder): Wanted[] {
  const wanted = new Map<string, Wanted>();
  for (const { product, quantityOrdered, quantityShipped } of lines) {
    const measure = quantityOrdered.measure - quantityShipped.measure;
    if (product.productType !== 'sale' || measure <= 0) continue;
    const { unitID } = quantityOrdered;
    const known = wanted.get(`${product.id} ${unitID}`);
    if (known) known.quantity.measure += measure;
    else wanted.set(`${product.id} ${unitID}`, { itemID: product.id, sku: product.sku, quantity: { measure, unitID } });
  }
  return [...wanted.values()];
}

const missing = ({ wanted, availableToPromise }: ItemPromise): string | null =>
  availableToPromise && `${formats().number(wanted.measure - Math.max(availableToPromise.measure, 0))} ${wanted.unit}`;

/** Warns about lines that would be short, before the order is issued. */
export function IssueCheck({ order }: { order: SalesOrder }) {
  const wanted = wantedOf(order);
  const body = { lines: wanted.map(({ itemID, quantity }) => ({ itemID, quantity })) };
  const { data, error } = useEndpoint(promiseItems, { body }, { enabled: wanted.length > 0, staleTime: 0 });
  if (wanted.length === 0) return null;
  if (error)
    return (
      <Text size="sm" c="dimmed">
        The stock could not be looked up: {error.message}
      </Text>
    );
  if (!data) return <LoadingState lines={1} />;
  const short = data.items.flatMap((answer, index) => {
    const line = wanted[index];
    return answer.isAvailable || !line ? [] : [{ ...line, answer }];
  });
  if (short.length === 0)
    return (
      <div role="status">
        <StatusBadge tone="success">All in stock</StatusBadge>
      </div>
    );
  return (
    <div role="status">
      <Text size="sm" fw={600}>
        {short.length === 1 ? '1 product will be short' : `${short.length} products will be short`}
      </Text>
      <ul className={classes['shorts']}>
        {short.map(({ sku, quantity: { unitID }, answer }) => (
          <li key={`${sku} ${unitID}`}>
            <b>{sku}</b> {missing(answer)},{' '}
            {answer.firstDate ? (
              <>
                from <DateText value={answer.firstDate} />
              </>
            ) : (
              'no date yet'
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
