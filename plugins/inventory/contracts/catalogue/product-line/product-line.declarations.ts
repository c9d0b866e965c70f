import { recordDeclarations } from '@millwright/core/contracts';
import { productLines } from './product-line.contract.ts';

/** Permissions, record type and screens of product lines (spec operations section 6). */
export const productLineDeclarations = recordDeclarations(productLines, {
  rights: {
    group: 'products',
    description: 'Families of products with their commission and freight exemptions.',
    defaults: { user: 'crud', sales_rep: 'r' },
  },
  nav: { section: 'Setup', order: 20, icon: 'tag' },
  formNeeds: ['unit_groups:read'],
});
