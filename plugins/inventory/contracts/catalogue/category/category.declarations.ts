import { recordDeclarations } from '@millwright/core/contracts';
import { categories } from './category.contract.ts';

/** Permissions, record type and screens of categories (spec operations sections 2 and 6). */
export const categoryDeclarations = recordDeclarations(categories, {
  rights: {
    name: 'Categories and properties',
    group: 'items',
    description: 'How items are sorted and described.',
    defaults: { user: 'crud', sales_rep: 'r', scanner: 'r' },
  },
  nav: { section: 'Setup', order: 24, icon: 'folder' },
  formNeeds: ['unit_groups:read'],
});
