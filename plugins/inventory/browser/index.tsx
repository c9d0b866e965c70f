import { defineScreens } from '@millwright/core/browser';

const create = 'create new add';

export default defineScreens(
  {
    products: () => import('./product/product-list.screen.tsx'),
    'product-create': () => import('./product/product-form.screen.tsx'),
    product: () => import('./product/product.screen.tsx'),
    'product-edit': () => import('./product/product-form.screen.tsx'),
    'product-lines': () => import('./product-line/product-line-list.screen.tsx'),
    'product-line-create': () => import('./product-line/product-line-form.screen.tsx'),
    'product-line': () => import('./product-line/product-line.screen.tsx'),
    'product-line-edit': () => import('./product-line/product-line-form.screen.tsx'),
    'units-of-measure': () => import('./unit/units-of-measure.screen.tsx'),
    units: () => import('./unit/unit-list.screen.tsx'),
    'unit-create': () => import('./unit/unit-create.screen.tsx'),
    unit: () => import('./unit/unit.screen.tsx'),
    'unit-groups': () => import('./unit-group/unit-group-list.screen.tsx'),
    'unit-group-create': () => import('./unit-group/unit-group-create.screen.tsx'),
    'unit-group': () => import('./unit-group/unit-group.screen.tsx'),
  },
  {
    commands: [
      {
        id: 'create-product',
        label: 'New product',
        keywords: `${create} item sku`,
        needs: ['products:create'],
        run: ({ navigate }) => navigate('/dashboard/products/create'),
      },
      {
        id: 'create-product-line',
        label: 'New product line',
        keywords: create,
        needs: ['product_lines:create'],
        run: ({ navigate }) => navigate('/dashboard/product-lines/create'),
      },
      {
        id: 'create-unit-group',
        label: 'New unit group',
        keywords: `${create} measure conversion`,
        needs: ['unit_groups:create'],
        run: ({ navigate }) => navigate('/dashboard/units-of-measure/groups/create'),
      },
    ],
  },
);
