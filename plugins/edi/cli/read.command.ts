import { defineCommand, plainText } from '@millwright/core/cli';

/** `millwright edi read order.edi` */
export const readCommand = defineCommand({
  name: 'edi read',
  summary: 'show what an X12 file holds, without a server',
  description: `Prints interchanges, groups and documents, with --segments every segment, and what is wrong with
the envelope. It reads what partners really send: any delimiters, byte order marks, short or wrapped
headers, several interchanges.

Examples:
  millwright edi read order.edi
  millwright edi read order.edi --segments
  millwright edi read order.edi --json`,
  kind: 'local',
  arguments: { file: { summary: 'the file' } },
  options: { segments: { type: 'flag', summary: 'every segment with its place in the file' } },
  async run(ctx, { file, segments }) {
    const { checkFile, showFindings } = await import('./read-file.ts');
    const { elementOf } = await import('../contracts/index.ts');
    const found = await checkFile(ctx, file);
    await ctx.result(found, () => {
      for (const { header, groups, service, controlNumber, version } of found.interchanges) {
        const [from, to] = [6, 8].map((number) => elementOf(header, number).trim());
        ctx.say(plainText(`Interchange ${controlNumber}, ${version}, from ${from} to ${to}`));
        for (const { id, elements } of service) ctx.say(plainText(`  ${id} ${elements.join(' ')}`));
        for (const group of groups) {
          ctx.say(plainText(`  Group ${group.code || '?'} ${group.controlNumber}, ${group.version}`));
          for (const set of group.sets) {
            const count = set.segments.length + 2;
            ctx.say(plainText(`    ${set.type || '?'} ${set.controlNumber}, ${count} segments`));
            if (segments)
              for (const { index, id, elements } of set.segments)
                ctx.say(plainText(`      ${index}  ${[id, ...elements].join('*')}`));
          }
        }
      }
      if (found.findings.length > 0) showFindings(ctx, found.findings);
      else ctx.say('Nothing is wrong with it.');
    });
  },
});
