import { defineCommand, refusal } from '@millwright/core/cli';

/** The last step of growing: many machines for one database. */
export const distribute = defineCommand({
  name: 'distribute',
  summary: 'print what spreads the database over the nodes of Citus',
  description:
    'Read from the catalogue of this installation: what belongs to accounts is spread by account, codes ' +
    'are on every node, people and the job queue stay on the coordinator. Try it on a restored backup first, and run ' +
    'it with psql while nobody works; the server then starts with MILLWRIGHT_DISTRIBUTED=1.\n\n' +
    'Example:\n  millwright distribute --dry-run > distribute.sql',
  kind: 'operator',
  writes: true,
  async run(ctx) {
    if (!ctx.isDryRun)
      throw refusal('only_printed', 'The statements are printed, not run', {
        hint: 'millwright distribute --dry-run > distribute.sql, then psql -1 -f distribute.sql as a superuser',
      });
    const [{ distributionPlan }, { registryOf, parseDatabaseUrl }, { loadPlugins }, { Client }] = await Promise.all([
      import('../distribute/distribution-plan.ts'),
      import('@millwright/core/kernel'),
      import('../load-plugins.ts'),
      import('pg'),
    ]);
    const { urls } = await ctx.openDatabase();
    const schemas = registryOf(await loadPlugins())
      .schemaOwners()
      .map(({ schema }) => schema);
    const client = new Client({ connectionString: parseDatabaseUrl(urls.migrate).toString() });
    await client.connect();
    const plan = await distributionPlan(client, schemas).finally(() => client.end());
    await ctx.result({ ...plan, dryRun: true }, () => {
      for (const statement of plan.statements) ctx.say(statement);
    });
  },
});
