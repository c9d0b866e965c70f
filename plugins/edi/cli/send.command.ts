import { defineCommand, exitCodes, plainText } from '@millwright/core/cli';

/** `millwright edi send` */
export const sendCommand = defineCommand({
  name: 'edi send',
  summary: 'send every EDI document that is ready',
  description: `Sends what waits, also what is to be tried again later. Invoices wait for the shipping notice of their
shipment. Ends with exit code 3 if a connection did not answer.

Example:
  millwright edi send`,
  kind: 'administrator',
  needs: 'edi_runs:update',
  arguments: {},
  options: {},
  async run(ctx) {
    const { sendEdiDocuments } = await import('../contracts/index.ts');
    const run = await ctx.client.call(sendEdiDocuments, {});
    await ctx.result(run, () => {
      ctx.say(`${run.sentCount} sent`);
      for (const message of run.messages) ctx.say(`  ${plainText(message)}`);
    });
    return run.hasSucceeded ? exitCodes.ok : exitCodes.refused;
  },
});
