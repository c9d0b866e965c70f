import { compareFractions, invertRatio, multiplyRatio, type Ratio, ratio, ratioOf } from '@millwright/core/contracts';
import type { z } from 'zod';
import type { conversionFactorInput } from '../../../contracts/index.ts';

/** A unit and its size, in any common unit of the group. */
export interface UnitFactor {
  unitID: string;
  factor: Ratio;
}

/** The exact factor of a request. */
export const enteredFactor = (input: z.output<typeof conversionFactorInput>): Ratio =>
  typeof input === 'number' ? ratioOf(input) : ratio(BigInt(input.numerator), BigInt(input.denominator));

/**
 * The factors of a group relative to its smallest unit, and that unit. If several units are smallest, the present base
 * unit is kept, else the first is taken. Throws RangeError for no units.
 */
export function inBaseUnits(
  units: readonly UnitFactor[],
  currentBaseID?: string,
): { baseUnitID: string; units: UnitFactor[] } {
  let base: UnitFactor | undefined;
  for (const unit of units) {
    const order = base ? compareFractions(unit.factor, base.factor) : -1;
    if (order < 0 || (order === 0 && unit.unitID === currentBaseID)) base = unit;
  }
  if (!base) throw new RangeError('A unit group needs at least one unit');
  const toBase = invertRatio(base.factor);
  return {
    baseUnitID: base.unitID,
    units: units.map(({ unitID, factor }) => ({ unitID, factor: multiplyRatio(factor, toBase) })),
  };
}

/** The size of `from` in `to`, both given in base units. */
export const factorBetween = (from: Ratio, to: Ratio): Ratio => multiplyRatio(from, invertRatio(to));

/** A factor as people write it: '12', '5/2'. */
export const factorText = ({ numerator, denominator }: Ratio): string =>
  denominator === 1n ? `${numerator}` : `${numerator}/${denominator}`;
