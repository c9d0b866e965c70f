import { type LaborTimeUnit, laborTimeUnits } from '../../contracts/index.ts';
import { dividedBy, type Fraction, fraction, fractionOf, plus, times } from './fraction.ts';
import type { MakingStep } from './made-items.ts';

type Labor = Pick<MakingStep, 'laborTimeUnit' | 'levelingFactor' | 'allowances'> & {
  [Name in 'laborTime' | 'laborRate' | 'overheadRate']?: string | null;
};

const hour = fraction(3600n);

/** Spec operations section 9: levelingFactor x allowances + levelingFactor + allowances + 1. */
export const timeFactor = ({ levelingFactor, allowances }: Pick<Labor, 'levelingFactor' | 'allowances'>): Fraction => {
  const one = fraction(1n);
  return times(plus(fractionOf(levelingFactor), one), plus(fractionOf(allowances), one));
};

/** Seconds that what a step makes at once takes, the time factor with it; undefined where nobody knows. */
export const laborSeconds = (step: Labor): Fraction | undefined =>
  step.laborTime == null
    ? undefined
    : times(
        fractionOf(step.laborTime),
        fraction(BigInt(laborTimeUnits[step.laborTimeUnit as LaborTimeUnit])),
        timeFactor(step),
      );

/** What the labour of what a step makes at once costs; undefined where the step lacks its time or a rate. */
export function laborCosts(step: Labor): { labor: Fraction; overhead: Fraction } | undefined {
  const seconds = laborSeconds(step);
  if (!seconds || step.laborRate == null || step.overheadRate == null) return undefined;
  const hours = dividedBy(seconds, hour);
  return { labor: times(hours, fractionOf(step.laborRate)), overhead: times(hours, fractionOf(step.overheadRate)) };
}
