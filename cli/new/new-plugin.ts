import { type CommandContext, usageFailure } from '@millwright/core/cli';
import { FileChanges } from './files/file-changes.ts';
import { checkedName, formsOf, pluralOf, singularOf } from './files/name-forms.ts';
import { registerPlugin } from './files/register-plugin.ts';
import { carryOut } from './files/scaffold.ts';
import { expectFreePluginID, expectFreeRecord } from './files/taken-names.ts';
import { filledTemplate } from './files/template-files.ts';

export interface NewPluginInput {
  name: string;
  /** Name of its first aggregate; default: derived from the plugin's name. */
  aggregate: string | undefined;
  /** Slugs of the accounts of a tenant plugin. */
  accounts: readonly string[] | undefined;
}

/** Writes a plugin and registers it in the installation. */
export async function newPlugin(ctx: CommandContext, root: string, input: NewPluginInput): Promise<void> {
  const id = checkedName('plugin', input.name);
  expectFreePluginID(root, id);
  const record = checkedName('aggregate', input.aggregate ?? singularOf(id) ?? `${id}-entry`);
  for (const slug of input.accounts ?? [])
    if (!/^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/.test(slug)) throw usageFailure(`"${slug}" is no slug of an account`);
  const plugin = formsOf(id);
  const recordForms = formsOf(record);
  const plural = formsOf(pluralOf(record));
  const { prefix } = expectFreeRecord(root, recordForms, plural, 'Choose another one with --aggregate NAME');

  const changes = new FileChanges(root);
  const templates = input.accounts ? ['tenant-plugin'] : ['plugin', 'aggregate'];
  for (const [path, text] of filledTemplate(root, templates, { plugin, record: recordForms, prefix }))
    changes.create(`plugins/${id}/${path}`, text);
  registerPlugin(changes, root, { id, audience: input.accounts });
  const screen = `/dashboard/x/${id}/${plural.kebab}`;
  await carryOut(ctx, root, {
    changes,
    pluginID: id,
    migration: 'initial',
    next: [
      `The plugin "${id}" is in plugins/${id} and in platform.config.ts.`,
      `Start with: npm start, then open ${screen}`,
      `Its tests: npm test -- plugins/${id}`,
    ],
  });
}
