import type { Big } from '@millwright/core/contracts';

/** Size of a unit in base units, as a fraction. */
export interface UnitSize {
  numerator: Big;
  denominator: Big;
}
