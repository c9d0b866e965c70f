import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CommandContext, refusal } from '@millwright/core/cli';
import platform from '../../platform.config.ts';
import { FileChanges } from './file-changes.ts';
import { checkedName, formsOf, type NameForms, pluralOf } from './name-forms.ts';
import { carryOut } from './scaffold.ts';
import { addImport, addToList, addToPlugin } from './source-edit.ts';
import { expectFreeRecord } from './taken-names.ts';
import { filledTemplate } from './template-files.ts';

/** The tables of contents that an aggregate is entered in. */
const contents = ['server/plugin.ts', 'server/migrations/index.ts', 'browser/index.tsx'];

/** Writes an aggregate into a plugin and enters it in the plugin's tables of contents. */
export async function newAggregate(
  ctx: CommandContext,
  root: string,
  input: { name: string; plugin: string },
): Promise<void> {
  const name = checkedName('aggregate', input.name);
  const folder = `plugins/${input.plugin}`;
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
  const tables = tablesOf(join(root, folder, 'server'));
  if (tables === undefined) changes.create(`${folder}/server/tables.ts`, noTables(plugin));
  for (const [path, text] of filledTemplate(root, ['aggregate'], { plugin, record, prefix }))
    changes.create(`${folder}/${path}`, placed(text, input.plugin, { isDomain, tables: tables ?? 'tables.ts' }));
  changes.edit(`${folder}/server/plugin.ts`, (text) =>
    addToPlugin(
      addImport(text, `import { ${record.camel}Part } from './${name}/${name}.part.ts';`),
      'parts',
      `${record.camel}Part`,
    ),
  );
  changes.edit(`${folder}/browser/index.tsx`, (text) => withScreens(text, record, plural));
  await carryOut(ctx, root, {
    changes,
    pluginID: input.plugin,
    migration: `add-${plural.kebab}`,
    next: [
      `The aggregate "${name}" is in ${folder}.`,
      `Start with: npm start, then open /dashboard/${isDomain ? '' : `x/${input.plugin}/`}${plural.kebab}`,
      `Its tests: npm test -- ${folder}/server/${name}`,
    ],
  });
}

/** Where a plugin keeps the interface that entities add their tables to, within its server half. */
const tablesOf = (server: string): string | undefined =>
  globSync('**/tables.ts', { cwd: server }).find((path) =>
    /^export interface Tables\b/m.test(readFileSync(join(server, path), 'utf8')),
  );

const noTables = ({
  snake,
}: NameForms): string => `/** Tables of schema \`${snake}\` for projections; each entity adds its own. */
// biome-ignore lint/suspicious/noEmptyInterface: entities merge their tables into it
export interface Tables {}
`;

/** The text as it stands in this plugin: domains own the addresses without `/x/<id>`. */
const placed = (text: string, id: string, { isDomain, tables }: { isDomain: boolean; tables: string }): string =>
  (isDomain ? text.replaceAll(`/x/${id}/`, '/') : text).replaceAll("'../tables.ts'", `'../${tables}'`);

function withScreens(text: string, { kebab }: NameForms, plural: NameForms): string {
  const found = /defineScreens\(\s*\{/.exec(text);
  if (!found) throw refusal('not_understood', 'browser/index.tsx has no defineScreens({ ... })');
  const screens = [
    [plural.kebab, `${kebab}-list`],
    [`${kebab}-create`, `${kebab}-form`],
    [kebab, kebab],
    [`${kebab}-edit`, `${kebab}-form`],
  ].map(([screen, file]) => `'${screen}': () => import('./${kebab}/${file}.screen.tsx')`);
  return addToList(text, found.index + found[0].length - 1, screens.join(',\n    '));
}
