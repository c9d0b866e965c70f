import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CommandContext, refusal } from '@millwright/core/cli';
import platform from '../../platform.config.ts';
import { FileChanges } from './files/file-changes.ts';
import { checkedName, formsOf, type NameForms, pluralOf } from './files/name-forms.ts';
import { carryOut } from './files/scaffold.ts';
import { addImport, addToList, addToPlugin } from './files/source-edit.ts';
import { expectFreeRecord } from './files/taken-names.ts';
import { filledTemplate } from './files/template-files.ts';

/** Index files in which an aggregate is registered. */
const contents = ['server/plugin.ts', 'server/migrations/index.ts', 'browser/index.tsx'];

/** Writes an aggregate into a plugin and registers it in the plugin's index files. */
export async function newAggregate(
  ctx: CommandContext,
  root: string,
  input: { name: string; plugin: string; area: string | undefined },
): Promise<void> {
  const name = checkedName('aggregate', input.name);
  const folder = `plugins/${input.plugin}`;
  const place = input.area === undefined ? name : `${checkedName('area', input.area)}/${name}`;
  if (!platform.plugins.some(({ id }) => id === input.plugin) || !existsSync(join(root, folder)))
    throw refusal('no_such_plugin', `There is no plugin "${input.plugin}"`, {
      hint: `There are: ${platform.plugins.map(({ id }) => id).join(', ')}`,
    });
  for (const path of contents)
    if (!existsSync(join(root, folder, path)))
      throw refusal('not_understood', `${folder}/${path} is missing: the aggregate cannot be entered there`);
  const plugin = formsOf(input.plugin);
  const record = formsOf(name);
  const plural = formsOf(pluralOf(name));
  const { prefix } = expectFreeRecord(root, record, plural, 'Choose another name');

  const changes = new FileChanges(root);
  const isDomain = /^ {2}isDomain: true,$/m.test(readFileSync(join(root, folder, 'server/plugin.ts'), 'utf8'));
  for (const [path, text] of filledTemplate(root, ['aggregate'], { plugin, record, prefix })) {
    const url = isDomain ? text.replaceAll(`/x/${input.plugin}/`, '/') : text;
    const [to, content] = input.area === undefined ? [path, url] : inArea(input.area, name, path, url);
    changes.create(`${folder}/${to}`, content);
  }
  changes.edit(`${folder}/server/plugin.ts`, (text) =>
    addToPlugin(
      addImport(text, `import { ${record.camel}Part } from './${place}/${name}.part.ts';`),
      'parts',
      `${record.camel}Part`,
    ),
  );
  changes.edit(`${folder}/browser/index.tsx`, (text) => withScreens(text, place, record, plural));
  await carryOut(ctx, root, {
    changes,
    pluginID: input.plugin,
    migration: `add-${plural.kebab}`,
    next: [
      `The aggregate "${name}" is in ${folder}.`,
      `Start with: npm start, then open /dashboard/${isDomain ? '' : `x/${input.plugin}/`}${plural.kebab}`,
      `Its tests: npm test -- ${folder}/server/${place}`,
    ],
  });
}

/** Path and text of a file in an area, where the contract has a folder of its own too. */
function inArea(area: string, name: string, path: string, text: string): [path: string, text: string] {
  const [half = '', ...rest] = path.split('/');
  const contract = `contracts/${name}.contract.ts`;
  return path === contract
    ? [`contracts/${area}/${name}/${name}.contract.ts`, text]
    : [
        [half, area, ...rest].join('/'),
        text.replaceAll(`'../../${contract}'`, `'../../../contracts/${area}/${name}/${name}.contract.ts'`),
      ];
}

function withScreens(text: string, place: string, { kebab }: NameForms, plural: NameForms): string {
  const found = /defineScreens\(\s*\{/.exec(text);
  if (!found) throw refusal('not_understood', 'browser/index.tsx has no defineScreens({ ... })');
  const screens = [
    [plural.kebab, `${kebab}-list`],
    [`${kebab}-create`, `${kebab}-form`],
    [kebab, kebab],
    [`${kebab}-edit`, `${kebab}-form`],
  ].map(([screen, file]) => `'${screen}': () => import('./${place}/${file}.screen.tsx')`);
  return addToList(text, found.index + found[0].length - 1, screens.join(',\n    '));
}
