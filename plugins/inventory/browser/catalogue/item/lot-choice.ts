import { z } from 'zod';

/** What a person says of the lot: an empty field alone would not tell any lot from stock without one. */
export const lotChoice = z.enum(['any', 'none', 'one']).default('any');
export type LotChoice = z.output<typeof lotChoice>;

/**
 * The choice and the number that a dialog opens with; stock without lot has null, and nothing is known of undefined.
 */
export const lotFieldsOf = (lotNumber: string | null | undefined): { lotChoice: LotChoice; lotNumber?: string } =>
  lotNumber === undefined ? { lotChoice: 'any' } : lotNumber ? { lotChoice: 'one', lotNumber } : { lotChoice: 'none' };

/** The lot as requests name it: absent is any lot, null is stock without lot. */
export const chosenLot = (choice: LotChoice, lotNumber: string | null | undefined): { lotNumber?: string | null } =>
  choice === 'any' ? {} : { lotNumber: choice === 'one' ? (lotNumber ?? null) : null };

/** Says at the field that a chosen lot has no number yet. */
export const lotMissing = 'Lot number is required';
