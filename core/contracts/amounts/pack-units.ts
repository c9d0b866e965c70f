import { type Big, type DecimalSource, decimal, sumOf } from '../numbers/decimal.ts';

/** Number of pieces per pack unit (spec commerce section 9; the dozen from spec operations section 3). */
export const packSizes = {
  each: 1,
  pair: 2,
  ct8ea: 8,
  ct5pr: 10,
  ct10ea: 10,
  ct6pr: 12,
  ct12ea: 12,
  dozen: 12,
  ct16ea: 16,
  ct10pr: 20,
  ct20ea: 20,
  ct12pr: 24,
  cs40ea: 40,
  cs50ea: 50,
} as const;
export type PackUnit = keyof typeof packSizes;

/** Whether the unit's code is one of the pack units. */
export const isPackUnit = (unit: string): unit is PackUnit => Object.hasOwn(packSizes, unit);

/** Number of pieces per unit; 1 for a unit that is no pack unit. */
export const packSizeOf = (unit: string): number => (isPackUnit(unit) ? packSizes[unit] : 1);

/** Estimated weight of one piece in pounds. */
export const estimatedWeightPerEach = '0.15';

export interface WeighedLine {
  /** sale, service, shipping, credit, return or tax. */
  productType: string;
  quantity: DecimalSource;
  /** Code of the quantity's unit. */
  unit: string;
}

/** Estimated shipping weight in pounds: 0.15 per piece. Only sale lines have a weight (spec commerce section 9). */
export const estimatedWeight = (lines: readonly WeighedLine[]): Big =>
  sumOf(
    lines
      .filter((line) => line.productType === 'sale')
      .map((line) =>
        decimal(line.quantity)
          .times(decimal(packSizeOf(line.unit)))
          .times(decimal(estimatedWeightPerEach)),
      ),
  );
