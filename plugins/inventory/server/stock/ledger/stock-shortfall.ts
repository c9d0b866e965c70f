import { type Big, type Problem, sumOf, toWire } from '@millwright/core/contracts';
import { stockProblems } from '../../../contracts/index.ts';
import type { StockedItem } from './stock-facts.queries.ts';

/** Places that a sentence names; the rest is counted. */
const mostNamed = 3;

/** What is missing for a line, in base units. */
export interface Shortfall {
  path: string;
  item: StockedItem;
  missing: Big;
  /** `in this place` */
  where: string;
  wanted?: Big | undefined;
  /** What lies in closed places: it keeps a count of all places from going lower. */
  closed?: readonly { onHand: Big; place: string }[] | undefined;
}

const closedText = (item: StockedItem, closed: readonly { onHand: Big; place: string }[]): string => {
  const places = [...new Set(closed.map(({ place }) => place))].sort();
  const named = places.slice(0, mostNamed).join(', ');
  const rest = places.length - mostNamed;
  const quantity = sumOf(closed.map(({ onHand }) => onHand)).toString();
  return (
    `${quantity} ${item.baseUnit} of ${item.sku} ${quantity === '1' ? 'lies' : 'lie'} in closed places: ` +
    `${named}${rest > 0 ? ` and ${rest} more` : ''}`
  );
};

const messageOf = ({ item, missing, where, wanted, closed }: Shortfall): string => {
  if (closed?.length) return closedText(item, closed);
  return wanted
    ? `Only ${wanted.minus(missing).toString()} of ${wanted.toString()} ${item.baseUnit} of ${item.sku} are ${where}`
    : `${missing.toString()} ${item.baseUnit} of ${item.sku} too few are ${where}`;
};

/** 409 `insufficient_stock` with an entry for each line. */
export const shortfallProblem = (shortfalls: readonly Shortfall[]): Problem => {
  const [first] = shortfalls as [Shortfall];
  return stockProblems.insufficient_stock({
    message: messageOf(first),
    errors: shortfalls.map((shortfall) => ({ path: shortfall.path, message: messageOf(shortfall) })),
    details: {
      lines: shortfalls.map(({ path, item, missing }) => ({
        path,
        itemID: item.id,
        sku: item.sku,
        shortfall: toWire(missing),
        unitID: item.baseUnitID,
        unit: item.baseUnit,
      })),
    },
  });
};
