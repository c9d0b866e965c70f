import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorkplace } from '../testing/workplace.ts';
import { checkedName, formsOf, pluralOf, singularOf } from './files/name-forms.ts';
import { withPlugin, withWorkspace } from './files/register-plugin.ts';
import { addToPlugin, closingBracket } from './files/source-edit.ts';
import { freePrefix } from './files/taken-names.ts';
import { filler } from './files/template-files.ts';
import { newCommands } from './new.command.ts';
import { createWorkspace, type Workspace } from './workspace-fixture.ts';

describe('names', () => {
  it('have all forms', () => {
    expect(formsOf('equipment-loan')).toEqual({
      kebab: 'equipment-loan',
      snake: 'equipment_loan',
      camel: 'equipmentLoan',
      pascal: 'EquipmentLoan',
      words: 'equipment loan',
      title: 'Equipment loan',
    });
  });

  it('have a plural, and back', () => {
    const pairs = [
      ['loan', 'loans'],
      ['stock-entry', 'stock-entries'],
      ['batch', 'batches'],
      ['day', 'days'],
    ] as const;
    for (const [one, many] of pairs) {
      expect(pluralOf(one)).toBe(many);
      expect(singularOf(many)).toBe(one);
    }
    expect(singularOf('glass')).toBeUndefined();
  });

  it.each([
    ['EquipmentLoans', /kebab-case/, 'Try equipment-loans'],
    ['equipment_loans', /kebab-case/, 'Try equipment-loans'],
    ['-x', /kebab-case/, 'Try x'],
    ['3pl-notes', /kebab-case/, 'Try pl3-notes'],
    ['notes-3pl', /kebab-case/, 'Try notes-pl3'],
    ['notes-3', /kebab-case/, 'Try notes3'],
    ['42', /kebab-case/, 'Try equipment-loans'],
    ['x', /2 to 32 characters; "x" has 1/, undefined],
    ['class', /"class" is reserved/, undefined],
  ])('%s is refused', (name, message, hint) => {
    expect(() => checkedName('plugin', name)).toThrow(message);
    try {
      checkedName('plugin', name);
    } catch (error) {
      expect((error as { hint?: string }).hint).toBe(hint);
    }
  });

  it('are filled in once, in every form', () => {
    const fill = filler({ plugin: formsOf('sample-record-kit'), record: formsOf('box'), prefix: 'bxx' });
    expect(
      fill("'sample-plugin.sample-record.done' sampleRecords SampleRecord Sample records newID('smp') `smp_...`"),
    ).toBe("'sample-record-kit.box.done' boxes Box Boxes newID('bxx') `bxx_...`");
  });

  it('have an id prefix that nobody has', () => {
    expect(freePrefix('loan', new Set())).toBe('loa');
    expect(freePrefix('loan', new Set(['loa']))).toBe('lon');
    expect(() => freePrefix('a', new Set(['axy', 'axz', 'ayz']))).toThrow('taken');
  });
});

describe('tables of contents', () => {
  const source = `import a from 'a';

export default definePlugin({
  id: 'a',
  screens: aScreens,
  routes: () => [...aRoutes(')')],
  samples: [
    { table: 'a.b', row: {} },
  ],
  bind: (container) => {
    container.bind(A);
  },
});
`;

  it('get one more element in every form of a list', () => {
    expect(addToPlugin(source, 'screens', '...bScreens')).toContain('screens: [...aScreens, ...bScreens]');
    expect(addToPlugin(source, 'samples', 'bSample')).toMatch(/row: \{\} \}, bSample,\n\]/);
    expect(addToPlugin(source, 'parts', 'bPart')).toMatch(/parts: \[bPart\],\n\}\);/);
  });

  it('that are written in another way are left to the person', () => {
    const other = source.replace('screens: aScreens,', "screens: all('screens'),");
    expect(() => addToPlugin(other, 'screens', '...bScreens')).toThrow(/does not know/);
  });

  it('are read with texts and comments passed over', () => {
    const text = "[ ')', `]`, // ]\n '\\']' ]x";
    expect(text.slice(closingBracket(text, 0))).toBe(']x');
  });

  it('outside the plugin are those that npm and the kernel read', () => {
    const root = resolve(import.meta.dirname, '../..');
    const lockfile = readFileSync(join(root, 'package-lock.json'), 'utf8');
    const { packages } = JSON.parse(withWorkspace(lockfile, 'equipment-loans'));
    expect(packages['node_modules/@millwright/equipment-loans']).toEqual({
      resolved: 'plugins/equipment-loans',
      link: true,
    });
    const keys = Object.keys(packages);
    expect(keys[keys.indexOf('plugins/equipment-loans') - 1]).toMatch(/^plugins\/edi/);
    const config = withPlugin(readFileSync(join(root, 'platform.config.ts'), 'utf8'), 'equipment-loans', ['harbor']);
    expect(config).toMatch(/\{ id: 'equipment-loans', audience: \['harbor'\], server: \(\) => import\(/);
  });
});

describe('a run', () => {
  const place = openWorkplace({});
  let workspace: Workspace;
  beforeAll(() => {
    workspace = createWorkspace();
  });
  afterAll(async () => {
    workspace?.remove();
    await place.clear();
  });
  const run = (...args: string[]) => place.call(['new', ...args], { commands: newCommands(workspace.root) });

  /** Files that a scaffold changes. */
  const state = () => ({
    plugins: readdirSync(join(workspace.root, 'plugins')),
    acme: readdirSync(join(workspace.root, 'plugins/acme-pallet-labels'), { recursive: true }).length,
    links: readdirSync(join(workspace.root, 'node_modules/@millwright')),
    files: [
      'platform.config.ts',
      'package-lock.json',
      'node_modules/.millwright-install',
      'plugins/acme-pallet-labels/server/plugin.ts',
      'plugins/acme-pallet-labels/server/migrations/index.ts',
    ].map((path) => readFileSync(join(workspace.root, path), 'utf8')),
  });

  it('that fails leaves nothing behind', async () => {
    const generator = join(workspace.root, 'core/boot/new-migration.ts');
    const text = readFileSync(generator, 'utf8');
    writeFileSync(generator, "throw new Error('No disk left');\n");
    const before = state();
    for (const args of [
      ['plugin', 'tool-cribs'],
      ['aggregate', 'pallet-type', '--plugin', 'acme-pallet-labels'],
    ]) {
      const { exitCode, stderr } = await run(...args);
      expect(exitCode, stderr).toBe(3);
      expect(stderr).toContain('No disk left');
      expect(state()).toEqual(before);
    }
    writeFileSync(generator, text);
  });

  it.each([
    [['plugin', 'commerce'], 3, 'There is a plugin "commerce" already'],
    [['plugin', 'shell'], 2, '"shell" is reserved'],
    [['plugin', 'pallet-things', '--aggregate', 'pallet-label'], 3, 'is taken by another plugin'],
    [['plugin', 'sheds', '--aggregate', 'projection'], 2, '"projection" is reserved'],
    [['tenant-plugin', 'dock-notes'], 2, '--for SLUG'],
    [['tenant-plugin', 'dock-notes', '--for', 'No Slug'], 2, 'is no slug'],
    [['aggregate', 'thing', '--plugin', 'nothing'], 3, 'There is no plugin "nothing"'],
    [['widget', 'thing', '--plugin', 'nothing'], 3, 'There is no plugin "nothing"'],
    [['widget', 'order-status', '--plugin', 'commerce'], 3, 'widgets/order-status is there already'],
    [['widget', 'StockCheck', '--plugin', 'commerce'], 2, 'Try stock-check'],
  ])('new %j is refused', async (args, expected, message) => {
    const before = state();
    const { exitCode, stderr } = await run(...args);
    expect(stderr).toContain(message);
    expect(exitCode).toBe(expected);
    expect(state()).toEqual(before);
    expect(existsSync(join(workspace.root, 'plugins/dock-notes'))).toBe(false);
  });
});
