import { recordDeclarations, type Screen } from '@millwright/core/contracts';
import { productGroups } from './product-group.contract.ts';

const own = recordDeclarations(productGroups, {
  rights: {
    group: 'products',
    description: 'Products in several variations, and what they differ in.',
    defaults: { user: 'crud', sales_rep: 'r' },
  },
  nav: { section: 'Setup', order: 21, icon: 'layers' },
  formNeeds: ['categories:read'],
});

/** Permissions, record type and screens of product groups and variations (spec operations section 6). */
export const productGroupDeclarations = {
  ...own,
  screens: [
    ...own.screens,
    {
      name: 'product-variations',
      path: '/dashboard/product-variations',
      title: 'Product variations',
      needs: ['product_groups:read'],
      nav: { section: 'Setup', order: 22, icon: 'grid' },
    } satisfies Screen,
  ],
};
