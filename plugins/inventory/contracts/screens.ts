import { defineScreenList } from '@millwright/core/contracts';

const section = 'Catalogue';

/** Screens of the catalogue (spec operations section 2); create and edit are one form. */
export const inventoryScreens = defineScreenList([
  {
    name: 'products',
    path: '/dashboard/products',
    title: 'Products',
    needs: ['products:read'],
    nav: { section, order: 10, icon: 'box', shortcut: 'g p' },
  },
  {
    name: 'product-create',
    path: '/dashboard/products/create',
    title: 'New product',
    needs: ['products:create', 'product_lines:read', 'units:read', 'unit_groups:read'],
  },
  { name: 'product', path: '/dashboard/products/:itemID', title: 'Product', needs: ['products:read'] },
  {
    name: 'product-edit',
    path: '/dashboard/products/:itemID/edit',
    title: 'Edit product',
    needs: ['products:update', 'product_lines:read', 'units:read', 'unit_groups:read'],
  },
  {
    name: 'product-lines',
    path: '/dashboard/product-lines',
    title: 'Product lines',
    needs: ['product_lines:read'],
    nav: { section, order: 20, icon: 'tag' },
  },
  {
    name: 'product-line-create',
    path: '/dashboard/product-lines/create',
    title: 'New product line',
    needs: ['product_lines:create', 'unit_groups:read'],
  },
  {
    name: 'product-line',
    path: '/dashboard/product-lines/:productLineID',
    title: 'Product line',
    needs: ['product_lines:read'],
  },
  {
    name: 'product-line-edit',
    path: '/dashboard/product-lines/:productLineID/edit',
    title: 'Edit product line',
    needs: ['product_lines:update', 'unit_groups:read'],
  },
  {
    name: 'units-of-measure',
    path: '/dashboard/units-of-measure',
    title: 'Units of measure',
    needs: ['units:read', 'unit_groups:read'],
    nav: { section, order: 30, icon: 'layers' },
  },
  { name: 'units', path: '/dashboard/units-of-measure/units', title: 'Units', needs: ['units:read'] },
  { name: 'unit-create', path: '/dashboard/units-of-measure/units/create', title: 'New unit', needs: ['units:create'] },
  { name: 'unit', path: '/dashboard/units-of-measure/units/:unitID', title: 'Unit', needs: ['units:read'] },
  {
    name: 'unit-groups',
    path: '/dashboard/units-of-measure/groups',
    title: 'Unit groups',
    needs: ['unit_groups:read'],
  },
  {
    name: 'unit-group-create',
    path: '/dashboard/units-of-measure/groups/create',
    title: 'New unit group',
    needs: ['unit_groups:create', 'units:read'],
  },
  {
    name: 'unit-group',
    path: '/dashboard/units-of-measure/groups/:unitGroupID',
    title: 'Unit group',
    needs: ['unit_groups:read', 'units:read'],
  },
]);
