import { defineCommand, usageFailure } from '@millwright/core/cli';

const summaryOfPlugin =
  'Writes plugins/NAME with a contract, an entity and its migration, endpoints, screens, an import, a slot, ' +
  'a command and\ntests, and enters it in platform.config.ts. Names are in kebab-case. ' +
  'Nothing is overwritten; a run that fails leaves nothing.';

const newPlugin = (root: string) =>
  defineCommand({
    name: 'new plugin',
    summary: 'write a plugin of your own',
    description: summaryOfPlugin,
    kind: 'local',
    writes: true,
    arguments: { name: { summary: 'equipment-loans: folder, schema and addresses are named after it' } },
    options: {
      aggregate: {
        type: 'text',
        value: 'NAME',
        summary: 'its first kind of record; by default the plugin without its s',
      },
    },
    async run(ctx, { name, aggregate }) {
      const scaffold = await import('./new-plugin.ts');
      await scaffold.newPlugin(ctx, root, { name, aggregate, accounts: undefined });
    },
  });

const forAccounts = 'It exists for the accounts of --for alone: its code is reviewed and runs in process.';

const newTenantPlugin = (root: string) =>
  defineCommand({
    name: 'new tenant-plugin',
    summary: 'write a plugin for one account, which adds to the sales order',
    description: `${summaryOfPlugin} ${forAccounts}`,
    kind: 'local',
    writes: true,
    arguments: { name: { summary: 'northfield-packing-notes: begins best with whom it is for' } },
    options: {
      for: { type: 'list', value: 'SLUG', summary: 'account that it is for' },
      aggregate: {
        type: 'text',
        value: 'NAME',
        summary: 'what it keeps of each order; by default the plugin without its s',
      },
    },
    async run(ctx, { name, aggregate, ...options }) {
      if (options.for.length === 0)
        throw usageFailure('Say whom it is for: --for SLUG', 'The demo has northfield and harbor');
      const scaffold = await import('./new-plugin.ts');
      await scaffold.newPlugin(ctx, root, { name, aggregate, accounts: options.for });
    },
  });

const newAggregate = (root: string) =>
  defineCommand({
    name: 'new aggregate',
    summary: 'write one more kind of record into a plugin',
    description:
      'Writes contract, entity, migration, routes, screens and tests of a kind of record ' +
      "and enters them in the plugin's\ntables of contents. Nothing is overwritten; a run that fails leaves nothing.",
    kind: 'local',
    writes: true,
    arguments: { name: { summary: 'loan-item: the singular, in kebab-case' } },
    options: {
      plugin: { type: 'text', value: 'ID', summary: 'the plugin it belongs to', required: true },
      area: { type: 'text', value: 'NAME', summary: 'folder of the plugin it is written into: catalogue' },
    },
    async run(ctx, { name, plugin, area }) {
      const scaffold = await import('./new-aggregate.ts');
      await scaffold.newAggregate(ctx, root, { name, plugin, area });
    },
  });

const newWidget = (root: string) =>
  defineCommand({
    name: 'new widget',
    summary: 'write a custom element for other sites',
    description:
      'Writes widgets/NAME with the element <millwright-NAME>, and in a plugin the endpoint that it asks, ' +
      'with tests of both.\nNothing is overwritten; a run that fails leaves nothing.',
    kind: 'local',
    writes: true,
    arguments: { name: { summary: 'stock-check: in kebab-case' } },
    options: { plugin: { type: 'text', value: 'ID', summary: 'the plugin that answers it', required: true } },
    async run(ctx, { name, plugin }) {
      const scaffold = await import('./new-widget.ts');
      await scaffold.newWidget(ctx, root, { name, plugin });
    },
  });

/** `millwright new ...`: creates files from `templates/` in the clone at this root. */
export const newCommands = (root: string) =>
  [newPlugin, newTenantPlugin, newAggregate, newWidget].map((command) => command(root));
