import { defineCommand, exitCodes } from '@millwright/core/cli';

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;

/** `millwright edi validate order.edi` */
export const validateCommand = defineCommand({
  name: 'edi validate',
  summary: 'check X12 files, without a server',
  description: `Checks envelopes (nesting, control numbers, counts) and the documents that are known here: 810, 850,
855, 856, 860, 865 and 997. Ends with exit code 3 if a file has errors; warnings do not count.`,
  kind: 'local',
  arguments: { files: { summary: 'the files', variadic: true } },
  async run(ctx, { files }) {
    const { checkFile, showFindings } = await import('./read-file.ts');
    const checked = await Promise.all(files.map((file) => checkFile(ctx, file)));
    const answer = checked.map(({ name, findings, interchanges }) => ({
      name,
      documents: interchanges.flatMap(({ groups }) => groups.flatMap(({ sets }) => sets)).length,
      errors: findings.filter(({ severity }) => severity === 'error').length,
      warnings: findings.filter(({ severity }) => severity === 'warning').length,
      findings,
    }));
    await ctx.result(answer, () => {
      for (const { name, documents, errors, warnings, findings } of answer) {
        ctx.say(
          `${name}: ${counted(documents, 'document')}, ${counted(errors, 'error')}, ${counted(warnings, 'warning')}`,
        );
        if (findings.length > 0) showFindings(ctx, findings);
      }
    });
    return answer.some(({ errors }) => errors > 0) ? exitCodes.refused : exitCodes.ok;
  },
});
