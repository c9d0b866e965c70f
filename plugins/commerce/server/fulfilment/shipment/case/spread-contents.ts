import { type Big, decimal, estimatedWeightPerEach, packSizeOf, zero } from '@millwright/core/contracts';

/** The quantity of a line to pack. Quantities and `piece` are in base units. */
export interface SpreadLine {
  id: string;
  quantity: Big;
  /** The smallest indivisible quantity: one ordered unit. */
  piece: Big;
  /** Pounds per base unit. */
  weight: Big;
}

/** Base units per piece, and pounds per base unit, of an order line. */
export const pieceOf = (line: { quantity: string; baseQuantity: string; unit: string }) => {
  const [ordered, base] = [decimal(line.quantity), decimal(line.baseQuantity)];
  const ofUnit = decimal(packSizeOf(line.unit)).times(decimal(estimatedWeightPerEach));
  return { piece: base.div(ordered), weight: ordered.times(ofUnit).div(base) };
};

/** The quantity of a line in a case. */
export interface SpreadContent {
  lineID: string;
  quantity: Big;
}

const one = decimal('1');

/** Number of pieces in a quantity. A partial piece counts as one. */
const piecesOf = ({ quantity, piece }: Pick<SpreadLine, 'quantity' | 'piece'>): number =>
  Number(quantity.div(piece).round(0, 3).toString());

/**
 * Distributes the lines over the cases in their order, with about the same weight in each case and no empty case.
 * Ordered units stay whole unless there are more cases than units. Undefined if there are more cases than pieces.
 */
export function spreadContents(lines: readonly SpreadLine[], caseCount: number): SpreadContent[][] | undefined {
  const count = (each: readonly SpreadLine[]): number => each.reduce((sum, line) => sum + piecesOf(line), 0);
  let spread = lines;
  if (count(spread) < caseCount) spread = lines.map((line) => ({ ...line, piece: one }));
  let remaining = count(spread);
  if (remaining < caseCount) return undefined;
  const cases: SpreadContent[][] = Array.from({ length: caseCount }, () => []);
  const total = spread.reduce((sum, { quantity, weight }) => sum.plus(quantity.times(weight)), zero);
  let packed = zero;
  let current = 0;
  for (const line of spread) {
    let left = line.quantity;
    while (left.gt(zero)) {
      const pieces = piecesOf({ quantity: left, piece: line.piece });
      const isLast = current === caseCount - 1;
      // The number of pieces that comes nearest to this case's share of the weight and leaves a piece for each later
      // case.
      const share = total.times(decimal(current + 1)).div(decimal(caseCount));
      const ofPiece = line.piece.times(line.weight);
      const wanted = ofPiece.gt(zero) ? Number(share.minus(packed).div(ofPiece).round(0, 1).toString()) : pieces;
      const most = remaining - (caseCount - 1 - current);
      const isEmpty = cases[current]?.length === 0;
      const taken = isLast ? pieces : Math.min(pieces, most, Math.max(wanted, isEmpty ? 1 : 0));
      if (taken > 0) {
        const whole = line.piece.times(decimal(taken));
        const quantity = whole.gt(left) ? left : whole;
        cases[current]?.push({ lineID: line.id, quantity });
        left = left.minus(quantity);
        packed = packed.plus(quantity.times(line.weight));
        remaining -= taken;
      }
      if (left.gt(zero)) current += 1;
    }
  }
  return cases;
}
