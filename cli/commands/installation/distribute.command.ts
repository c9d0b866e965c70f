import { defineCommand, refusal } from '@millwright/core/cli';

/** Distributes one database over many machines. */
export const distribute = defineCommand({
  name: 'distribute',
  summary: 'print what spreads the database over the nodes of Citus',
  description:
    'Read from the catalogue of this installation: what belongs to accounts is spread by account, codes ' +
    'are on every node, people and the job queue stay on the coordinator. Not usable yet: a customer would read what ' +
    'is not theirs, and no server starts on it.\n\n' +
    'Example:\n  millwright distribute --dry-run > distribute.sql',
  kind: 'operator',
  writes: true,
  async run(ctx) {
    const { notOnCitus } = await import('@millwright/core/kernel');
    if (!ctx.isDryRun)
      throw refusal('only_printed', `${notOnCitus}. The statements are only printed`, {
        hint: 'millwright distribute --dry-run',
      });
    ctx.note(notOnCitus);
    const [{ distributionPlan }, { registryOf, parseDatabaseUrl }, { loadPlugins }, { Client }] = await Promise.all([
      import('../../distribute/distribution-plan.ts'),
      import('@millwright/core/kernel'),
      import('../../installation/load-plugins.ts'),
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
      ctx.say(`-- ${notOnCitus}`);
      for (const statement of plan.statements) ctx.say(statement);
    });
  },
});
