import { recordDeclarations } from '@millwright/core/contracts';
import { freightRates } from './freight-rate.contract.ts';

/** Permissions, record type and screens of freight rates; create and edit are one form. */
export const freightRateDeclarations = recordDeclarations(freightRates, {
  nav: { section: 'Setup', order: 12, icon: 'dollar' },
  hasPage: false,
});
