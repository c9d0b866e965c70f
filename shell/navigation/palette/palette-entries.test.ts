import { expect, test } from 'vitest';
import type { ManifestPlugin } from '../../../core/contracts/plugins/manifest.contract.ts';
import { matching, screenEntries } from './palette-entries.ts';

const commerce: ManifestPlugin = {
  id: 'commerce',
  name: 'commerce',
  title: 'Commerce',
  entry: null,
  integrity: null,
  slots: [],
  fills: [],
  screens: [
    {
      name: 'orders',
      path: '/dashboard/sales-orders',
      title: 'Sales orders',
      needs: [],
      isAllowed: true,
      nav: { section: 'Sales', order: 1, icon: 'receipt' },
    },
    {
      name: 'order-create',
      path: '/dashboard/sales-orders/create',
      title: 'New sales order',
      needs: [],
      isAllowed: true,
    },
    { name: 'order', path: '/dashboard/sales-orders/:orderID', title: 'Sales order', needs: [], isAllowed: true },
    {
      name: 'groups',
      path: '/dashboard/customer-groups',
      title: 'Customer groups',
      needs: ['customer_groups:read'],
      isAllowed: false,
      nav: { section: 'Sales', order: 2 },
    },
  ],
};

test('offers what can be opened from anywhere: allowed screens and forms, no record and nothing forbidden', () => {
  const visited: string[] = [];
  const { screens, actions } = screenEntries([commerce], (path) => visited.push(path));
  expect(screens.map(({ label }) => label)).toEqual(['Sales orders']);
  expect(actions.map(({ label, icon }) => [label, icon])).toEqual([['New sales order', 'plus']]);
  actions[0]?.run();
  expect(visited).toEqual(['/dashboard/sales-orders/create']);
});

test('offers imports only to who may run some, each by its name', () => {
  const core: ManifestPlugin = {
    ...commerce,
    id: 'core',
    screens: [
      { name: 'imports', path: '/dashboard/imports', title: 'Imports', needs: [], isAllowed: true },
      { name: 'import-create', path: '/dashboard/imports/create', title: 'Import a file', needs: [], isAllowed: true },
    ],
  };
  const visited: string[] = [];
  const none = screenEntries([core], () => undefined);
  expect([...none.screens, ...none.actions]).toEqual([]);
  const products = { name: 'products', title: 'Products', path: '/import-products' };
  const { screens, actions } = screenEntries([core], (path) => visited.push(path), [products]);
  expect(screens.map(({ label }) => label)).toEqual(['Imports']);
  expect(actions.map(({ label }) => label)).toEqual(['Import products']);
  actions[0]?.run();
  expect(visited).toEqual(['/import-products']);
});

test('finds by every word in any order; labels that begin with the query come first', () => {
  const entries = [
    { label: 'Old orders' },
    { label: 'Orders', keywords: 'sales' },
    { label: 'Customers', keywords: 'people who order' },
  ];
  expect(matching(entries, 'order').map(({ label }) => label)).toEqual(['Orders', 'Old orders', 'Customers']);
  expect(matching(entries, 'SALES ord').map(({ label }) => label)).toEqual(['Orders']);
  expect(matching(entries, 'nothing')).toEqual([]);
  expect(matching(entries, '  ')).toHaveLength(3);
});
