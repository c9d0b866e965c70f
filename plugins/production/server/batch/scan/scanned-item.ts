import type { Fraction } from '@millwright/core/contracts';

/** An item as sentences name it, with the base units of one of its default unit. */
export interface ScannedItem {
  id: string;
  sku: string;
  unit: string;
  perUnit: Fraction;
  baseUnitID: string;
  /** What one base unit costs where it is bought. */
  cost: Fraction;
}
