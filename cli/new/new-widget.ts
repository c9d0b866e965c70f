import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type CommandContext, refusal } from '@millwright/core/cli';
import platform from '../../platform.config.ts';
import { FileChanges } from './files/file-changes.ts';
import { checkedName, formsOf, type NameForms } from './files/name-forms.ts';
import { carryOut } from './files/scaffold.ts';
import { addImport, addToPlugin } from './files/source-edit.ts';
import { filledTemplate } from './files/template-files.ts';

/** Writes a custom element for other sites, and its endpoint in a plugin. */
export async function newWidget(
  ctx: CommandContext,
  root: string,
  input: { name: string; plugin: string },
): Promise<void> {
  const name = checkedName('widget', input.name);
  const folder = `plugins/${input.plugin}`;
  if (!platform.plugins.some(({ id }) => id === input.plugin) || !existsSync(join(root, folder)))
    throw refusal('no_such_plugin', `There is no plugin "${input.plugin}"`, {
      hint: `There are: ${platform.plugins.map(({ id }) => id).join(', ')}`,
    });
  if (existsSync(join(root, 'widgets', name)))
    throw refusal('name_taken', `The folder widgets/${name} is there already`);
  const plugin = formsOf(input.plugin);
  const widget = formsOf(name);

  const changes = new FileChanges(root);
  for (const [path, text] of filledTemplate(root, ['widget'], { plugin, record: widget, prefix: 'wdg' }))
    changes.create(path, text);
  changes.edit(`${folder}/contracts/index.ts`, (text) =>
    [text.trimEnd(), `export * from './${name}-widget.contract.ts';`, ''].join('\n'),
  );
  changes.edit(`${folder}/server/plugin.ts`, (text) => withWidget(text, widget));
  await carryOut(ctx, root, {
    changes,
    pluginID: input.plugin,
    next: [
      `The widget <millwright-${name}> is in widgets/${name}, what it asks in ${folder}/server/${name}-widget.`,
      'Start with: npm start, then make a publishable key for it under Settings and copy its code',
      `Its tests: npm test -- ${folder}/server/${name}-widget widgets/${name}`,
    ],
  });
}

function withWidget(text: string, { kebab, camel }: NameForms): string {
  let source = addImport(text, `import { ${camel}Widgets } from '../contracts/${kebab}-widget.contract.ts';`);
  source = addImport(source, `import { ${camel}WidgetRoutes } from './${kebab}-widget/${kebab}-widget.routes.ts';`);
  source = addToPlugin(source, 'widgets', `...${camel}Widgets`, 'list');
  return addToPlugin(source, 'routes', `...${camel}WidgetRoutes()`, 'function');
}
