import { compareRatio, invertRatio, multiplyRatio, type Ratio, ratio, ratioOf } from '@millwright/core/contracts';
import type { z } from 'zod';
import type { conversionFactorInput } from '../../../contracts/index.ts';

/** A unit with what one of it is worth, in whatever the group counts in. */
export interface UnitFactor {
  unitID: string;
  factor: Ratio;
}

/** The exact factor that a request means. */
export const enteredFactor = (input: z.output<typeof conversionFactorInput>): Ratio =>
  typeof input === 'number' ? ratioOf(input) : ratio(BigInt(input.numerator), BigInt(input.denominator));

/**
 * The factors of a group counted in its smallest unit, and which unit that is. Of several smallest ones the one that is
 * the base already stays it, else the first. Throws RangeError for no units.
 */
export function inBaseUnits(
  units: readonly UnitFactor[],
  currentBaseID?: string,
): { baseUnitID: string; units: UnitFactor[] } {
  let base: UnitFactor | undefined;
  for (const unit of units) {
    const order = base ? compareRatio(unit.factor, base.factor) : -1;
    if (order < 0 || (order === 0 && unit.unitID === currentBaseID)) base = unit;
  }
  if (!base) throw new RangeError('A unit group needs at least one unit');
  const toBase = invertRatio(base.factor);
  return {
    baseUnitID: base.unitID,
    units: units.map(({ unitID, factor }) => ({ unitID, factor: multiplyRatio(factor, toBase) })),
  };
}

/** What one of `from` is in `to`, both counted in base units. */
export const factorBetween = (from: Ratio, to: Ratio): Ratio => multiplyRatio(from, invertRatio(to));

/** A factor as people write it: '12', '5/2'. */
export const factorText = ({ numerator, denominator }: Ratio): string =>
  denominator === 1n ? `${numerator}` : `${numerator}/${denominator}`;
