import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type CommandContext, refusal } from '@millwright/core/cli';
import platform from '../../platform.config.ts';
import { FileChanges } from './file-changes.ts';
import { checkedName, formsOf, type NameForms, pluralOf } from './name-forms.ts';
import { carryOut } from './scaffold.ts';
import { addBinding, addImport, addToList, addToPlugin } from './source-edit.ts';
import { expectFreeRecord } from './taken-names.ts';
import { filledTemplate } from './template-files.ts';

/** The tables of contents that an aggregate is entered in. */
const contents = [
  'contracts/index.ts',
  'server/plugin.ts',
  'server/entities.ts',
  'server/migrations/index.ts',
  'browser/index.tsx',
];

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
  for (const [path, text] of filledTemplate(root, ['aggregate'], { plugin, record, prefix }))
    changes.create(`${folder}/${path}`, text);
  changes.edit(`${folder}/contracts/index.ts`, (text) =>
    [text.trimEnd(), `export * from './${name}.contract.ts';`, `export * from './${name}-declarations.ts';`, ''].join(
      '\n',
    ),
  );
  changes.edit(`${folder}/server/entities.ts`, (text) => withEntity(text, record));
  changes.edit(`${folder}/server/plugin.ts`, (text) => withAggregate(text, plugin, record));
  changes.edit(`${folder}/browser/index.tsx`, (text) => withScreens(text, record, plural));
  await carryOut(ctx, root, {
    changes,
    pluginID: input.plugin,
    migration: `add-${plural.kebab}`,
    next: [
      `The aggregate "${name}" is in ${folder}.`,
      `Start with: npm start, then open /dashboard/x/${input.plugin}/${plural.kebab}`,
      `Its tests: npm test -- ${folder}/server/${name}`,
    ],
  });
}

function withEntity(text: string, { kebab, pascal }: NameForms): string {
  const imported = addImport(text, `import { ${pascal} } from './${kebab}/${kebab}.entity.ts';`);
  const found = /entities = \[/.exec(imported);
  if (!found) throw refusal('not_understood', 'server/entities.ts has no list `entities = [...]`');
  return addToList(imported, found.index + found[0].length - 1, pascal);
}

function withAggregate(text: string, plugin: NameForms, record: NameForms): string {
  const { kebab, camel, pascal } = record;
  const declarations = ['Events', 'Permissions', 'Records', 'Screens'].map((what) => `${camel}${what}`);
  let source = addImport(text, `import { ${declarations.join(', ')} } from '../contracts/${kebab}-declarations.ts';`);
  source = addImport(source, `import { ${camel}Routes } from './${kebab}/${kebab}.routes.ts';`);
  const service = [`${pascal}Service`, `${camel}Sample`, `${camel}Source`].join(', ');
  source = addImport(source, `import { ${service} } from './${kebab}/${kebab}.service.ts';`);
  source = addToPlugin(source, 'permissions', `...${camel}Permissions`, 'list');
  source = addBinding(source, `${pascal}Service`);
  source = addToPlugin(source, 'routes', `...${camel}Routes(services.get(${pascal}Service))`, 'services');
  source = addToPlugin(source, 'events', `...${camel}Events`, 'list');
  source = addToPlugin(source, 'screens', `...${camel}Screens`, 'list');
  source = addToPlugin(source, 'slots', `'${plugin.kebab}.${kebab}.panels'`, 'list');
  source = addToPlugin(source, 'records', `...${camel}Records`, 'list');
  source = addToPlugin(source, 'recordSources', `${camel}Source`, 'function');
  return addToPlugin(source, 'samples', `${camel}Sample`, 'list');
}

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
