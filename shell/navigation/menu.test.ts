import { expect, test } from 'vitest';
import { registryOf } from '../../core/boot/installation.ts';
import { isIconName } from '../../core/browser/ui/display/icon.tsx';
import type { ManifestPlugin, ManifestScreen } from '../../core/contracts/plugins/manifest.contract.ts';
import { platformPlugins } from '../../core/testing/kernel/platform-plugins.ts';
import { activeItem, menuOf } from './menu.ts';

const screen = (path: string, nav?: ManifestScreen['nav'], isAllowed = true): ManifestScreen => ({
  name: path,
  path,
  title: path,
  needs: [],
  isAllowed,
  ...(nav ? { nav } : {}),
});
const plugin = (id: string, screens: ManifestScreen[]): ManifestPlugin => ({
  id,
  name: id,
  title: id,
  entry: null,
  integrity: null,
  screens,
  slots: [],
  fills: [],
});

const menu = menuOf([
  plugin('core', [
    screen('/dashboard', { section: 'Home', order: 0 }),
    screen('/dashboard/account', { section: 'Settings', order: 10 }),
    screen('/dashboard/account/users', { section: 'Settings', order: 20 }),
    screen('/dashboard/secret', { section: 'Settings', order: 5 }, false),
  ]),
  plugin('garden', [screen('/dashboard/x/garden', { section: 'Garden', order: 1 })]),
  plugin('commerce', [
    screen('/dashboard/customers', { section: 'Sell', order: 20 }),
    screen('/dashboard/sales-orders', { section: 'Sell', order: 10 }),
    screen('/dashboard/sales-orders/create'),
  ]),
]);

test('sections follow the way of an order, unknown ones before the settings; items follow their order', () => {
  expect(menu.map(({ title, items }) => [title, ...items.map(({ path }) => path)])).toEqual([
    ['Home', '/dashboard'],
    ['Sell', '/dashboard/sales-orders', '/dashboard/customers'],
    ['Garden', '/dashboard/x/garden'],
    ['Settings', '/dashboard/account', '/dashboard/account/users'],
  ]);
});

test.each([
  ['/dashboard', '/dashboard'],
  ['/dashboard/account', '/dashboard/account'],
  ['/dashboard/account/users/usr_1', '/dashboard/account/users'],
  ['/dashboard/sales-orders/create', '/dashboard/sales-orders'],
  ['/dashboard/elsewhere', undefined],
  ['/dashboard/sales-orders-old', undefined],
])('on %s the item %s is the current one', (path, expected) => {
  expect(activeItem(menu, path)?.path).toBe(expected);
});

test('no two entries of a section have the same icon', async () => {
  const { screens } = registryOf((await platformPlugins()).map((definition) => ({ definition })));
  const icons = screens.flatMap(({ nav }) => (nav ? [{ section: nav.section, icon: nav.icon }] : []));
  expect(icons.filter(({ icon }) => !isIconName(icon))).toEqual([]);
  const seen = icons.map(({ section, icon }) => `${section}: ${icon}`);
  expect(seen.filter((each, at) => seen.indexOf(each) < at)).toEqual([]);
});
