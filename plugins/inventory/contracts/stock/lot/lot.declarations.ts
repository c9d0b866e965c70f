import { recordDeclarations } from '@millwright/core/contracts';
import { lots } from './lot.contract.ts';

/** Record type and screens of lots (spec operations section 2). */
export const lotDeclarations = recordDeclarations(lots, {
  nav: { section: 'Stock', order: 70, icon: 'layers' },
});
