import {
  addFractions,
  divideFractions,
  type Fraction,
  fraction,
  fractionOf,
  multiplyFractions,
} from '@millwright/core/contracts';
import { type LaborTimeUnit, laborTimeUnits } from '../../contracts/index.ts';
import type { MakingStep } from './made-items.ts';

type Labor = Pick<MakingStep, 'laborTimeUnit' | 'levelingFactor' | 'allowances'> & {
  [Name in 'laborTime' | 'laborRate' | 'overheadRate']?: string | null;
};

const hour = fraction(3600n);

/** Spec operations section 9: levelingFactor x allowances + levelingFactor + allowances + 1. */
export const timeFactor = ({ levelingFactor, allowances }: Pick<Labor, 'levelingFactor' | 'allowances'>): Fraction => {
  const one = fraction(1n);
  return multiplyFractions(addFractions(fractionOf(levelingFactor), one), addFractions(fractionOf(allowances), one));
};

/** Seconds for the quantity that the step makes at once, including the time factor; undefined if unknown. */
export const laborSeconds = (step: Labor): Fraction | undefined =>
  step.laborTime == null
    ? undefined
    : multiplyFractions(
        fractionOf(step.laborTime),
        fraction(BigInt(laborTimeUnits[step.laborTimeUnit as LaborTimeUnit])),
        timeFactor(step),
      );

/** Labor costs of the quantity that the step makes at once; undefined if the step lacks its time or a rate. */
export function laborCosts(step: Labor): { labor: Fraction; overhead: Fraction } | undefined {
  const seconds = laborSeconds(step);
  if (!seconds || step.laborRate == null || step.overheadRate == null) return undefined;
  const hours = divideFractions(seconds, hour);
  return {
    labor: multiplyFractions(hours, fractionOf(step.laborRate)),
    overhead: multiplyFractions(hours, fractionOf(step.overheadRate)),
  };
}
