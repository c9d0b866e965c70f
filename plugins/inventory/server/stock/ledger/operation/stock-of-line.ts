import { type Big, sumOf, toColumn, valueText } from '@millwright/core/contracts';
import type { StockOfLine } from '../../../../contracts/index.ts';
import type { LinePart } from '../plan/stock-book.ts';
import { sumOfValues } from '../plan/stock-book.ts';

const six = (amount: Big): string => toColumn(amount, 6);
const quantityOf = (parts: readonly LinePart[]): Big => sumOf(parts.map(({ quantity }) => quantity));

/** The stock changes of a line, by lot and place. */
export function stockOfLine(lineID: string, parts: readonly LinePart[]): StockOfLine {
  const byPlace = Map.groupBy(parts, ({ layer }) => `${layer.locationID} ${layer.lotID ?? ''}`);
  return {
    lineID,
    quantity: six(quantityOf(parts)),
    value: valueText(sumOfValues(parts)),
    lots: [...byPlace.values()].map((same) => {
      const [{ layer }] = same as [LinePart];
      const { lotID, lotNumber, expiresOn, locationID } = layer;
      return {
        lotID,
        lotNumber,
        expiresOn,
        locationID,
        quantity: six(quantityOf(same)),
        value: valueText(sumOfValues(same)),
      };
    }),
  };
}

/** The stock changes of each line, in the order of the lines. */
export const stockOfLines = (
  lines: readonly { lineID?: string | undefined }[],
  parts: ReadonlyMap<number, readonly LinePart[]>,
): StockOfLine[] => lines.map(({ lineID }, at) => stockOfLine(lineID ?? '', parts.get(at) ?? []));
