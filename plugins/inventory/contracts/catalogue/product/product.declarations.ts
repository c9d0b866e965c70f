import { recordDeclarations } from '@millwright/core/contracts';
import { products } from './product.contract.ts';

/** Permissions, record type and screens of products (spec operations sections 2 and 6). */
export const productDeclarations = recordDeclarations(products, {
  rights: {
    group: 'products',
    description: 'What the account sells, with prices and costs.',
    defaults: { user: 'crud', sales_rep: 'r', customer: 'r' },
  },
  nav: { section: 'Stock', order: 2, icon: 'box', shortcut: 'g p' },
  customers: true,
  record: { kindOf: 'item' },
  formNeeds: ['product_lines:read', 'units:read', 'unit_groups:read'],
});
