import { defineCommand, exitCodes, plainText } from '@millwright/core/cli';

/** `millwright edi pull` */
export const pullCommand = defineCommand({
  name: 'edi pull',
  summary: 'fetch and import what trading partners have sent, acknowledge it, and send what is ready',
  description: `Looks at every active connection. Documents that something keeps wait in the workbench; that is no
failure. Ends with exit code 3 if a connection did not answer or a file could not be read.

Examples:
  millwright edi pull
  millwright edi pull --json`,
  kind: 'administrator',
  needs: 'edi_runs:update',
  arguments: {},
  options: {},
  async run(ctx) {
    const { pullOrders } = await import('../contracts/index.ts');
    const run = await ctx.client.call(pullOrders, { body: {} });
    await ctx.result(run, () => {
      ctx.say(`${run.fileCount} files, ${run.importedCount} taken over, ${run.heldCount} held, ${run.sentCount} sent`);
      for (const message of run.messages) ctx.say(`  ${plainText(message)}`);
    });
    return run.hasSucceeded ? exitCodes.ok : exitCodes.refused;
  },
});
