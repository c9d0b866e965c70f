import { defineScreens } from '@millwright/core/browser';

const create = 'create new add';

export default defineScreens(
  {
    products: () => import('./item/item-list.screen.tsx'),
    'product-create': () => import('./item/item-form.screen.tsx'),
    product: () => import('./item/item.screen.tsx'),
    'product-edit': () => import('./item/item-form.screen.tsx'),
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
    'storage-locations': () => import('./storage-location/storage-location-list.screen.tsx'),
    'storage-location-create': () => import('./storage-location/storage-location-form.screen.tsx'),
    'storage-location': () => import('./storage-location/storage-location.screen.tsx'),
    'storage-location-edit': () => import('./storage-location/storage-location-form.screen.tsx'),
    lots: () => import('./lot/lot-list.screen.tsx'),
    'lot-create': () => import('./lot/lot-form.screen.tsx'),
    lot: () => import('./lot/lot.screen.tsx'),
    'lot-edit': () => import('./lot/lot-form.screen.tsx'),
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
      {
        id: 'create-storage-location',
        label: 'New storage location',
        keywords: `${create} warehouse rack shelf bin place`,
        needs: ['storage_locations:create'],
        run: ({ navigate }) => navigate('/dashboard/storage-locations/create'),
      },
    ],
  },
);
