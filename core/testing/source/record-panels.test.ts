import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { corePlugin } from '../../boot/core-plugin/core-plugin.ts';
import { Registry } from '../../boot/registry/registry.ts';
import { platformPlugins } from '../kernel/platform-plugins.ts';
import { typesWithoutPanels } from './record-panels.ts';

const root = resolve(import.meta.dirname, '../../..');
const installed = [corePlugin, ...(await platformPlugins())];
const registry = new Registry(installed.map((definition) => ({ definition, audience: undefined })));

/** Types of records whose screen has no tasks, files and activity, with the reason. */
const withoutPanels: Readonly<Record<string, string>> = {
  account: 'the settings of the whole account, which is no record of its work',
  api_key: 'a row of a list with a dialog for its history',
  edi_partner_item: 'a row of its partner',
  integration: 'a row of a list with a dialog for its history',
  item_stock: 'a sum over stock, which lists show',
  publishable_key: 'a row of a list with a dialog for its history',
  purchase_order_line: 'a row of its order, which has them',
  sales_order_line: 'a row of its order, which has them',
  sales_target: 'a row of a person, who has them',
  task: 'a row of its record and of the list of tasks',
};

it('draws tasks, files and activity on the screen of every type of record', () => {
  expect(registry.records.length).toBeGreaterThan(50);
  expect(typesWithoutPanels(root, registry.records, registry.screens).sort()).toEqual(Object.keys(withoutPanels));
});

it('finds a screen that draws none, and a type without a screen', () => {
  const screens = [{ pluginID: 'core', name: 'dashboard', path: '/dashboard/things/:thingID' }];
  const of = (type: string, path: string) => ({
    type,
    path,
    prefix: 'thg',
    label: type,
    permission: 'roles:read' as const,
  });
  const types = [of('thing', '/dashboard/things/{id}'), of('lost', '/dashboard/lost/{id}')];
  expect(typesWithoutPanels(root, types, screens)).toEqual(['thing', 'lost']);
});
