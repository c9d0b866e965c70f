import { z } from 'zod';

/** Choice of a lot: an empty number alone could mean any lot or stock without lot. */
export const lotChoice = z.enum(['any', 'none', 'one']).default('any');
export type LotChoice = z.output<typeof lotChoice>;

/** Initial choice and number of a dialog; null means stock without lot, undefined any lot. */
export const lotFieldsOf = (lotNumber: string | null | undefined): { lotChoice: LotChoice; lotNumber?: string } =>
  lotNumber === undefined ? { lotChoice: 'any' } : lotNumber ? { lotChoice: 'one', lotNumber } : { lotChoice: 'none' };

/** The lot in requests: absent means any lot, null stock without lot. */
export const chosenLot = (choice: LotChoice, lotNumber: string | null | undefined): { lotNumber?: string | null } =>
  choice === 'any' ? {} : { lotNumber: choice === 'one' ? (lotNumber ?? null) : null };

/** Message at the field if a lot was chosen but has no number yet. */
export const lotMissing = 'Lot number is required';
