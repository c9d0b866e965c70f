import { type Big, type Problem, toWire } from '@millwright/core/contracts';
import { stockProblems } from '../../contracts/index.ts';
import type { StockItem } from './stock-facts.queries.ts';

/** What is missing for a line, in base units. */
export interface Shortfall {
  path: string;
  item: StockItem;
  missing: Big;
  /** `in this place` */
  where: string;
  wanted?: Big | undefined;
}

const messageOf = ({ item, missing, where, wanted }: Shortfall): string =>
  wanted
    ? `Only ${wanted.minus(missing).toString()} of ${wanted.toString()} ${item.baseUnit} of ${item.sku} are ${where}`
    : `${missing.toString()} ${item.baseUnit} of ${item.sku} too few are ${where}`;

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
