import { recordDeclarations } from '@millwright/core/contracts';
import { properties } from './property.contract.ts';

/** Record type and screens of properties (spec operations section 2). */
export const propertyDeclarations = recordDeclarations(properties, {
  nav: { section: 'Setup', order: 25, icon: 'sliders' },
  hasEditScreen: false,
});
