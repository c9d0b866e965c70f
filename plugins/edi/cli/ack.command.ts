import { writeFile } from 'node:fs/promises';
import { defineCommand, exitCodes } from '@millwright/core/cli';

const digits = (text: string): string => text.replaceAll(/\D/g, '');

/** `millwright edi ack order.edi > answer.edi` */
export const ackCommand = defineCommand({
  name: 'edi ack',
  summary: 'write the 997 that answers an X12 file, without a server',
  description: `Prints an interchange with one 997 for each group of the file, from its receiver to its
sender, in its delimiters. Groups that are acknowledgments themselves are not answered.
--control is the control number of the answer.

Example:
  millwright edi ack order.edi --control 42 --output answer.edi`,
  kind: 'local',
  arguments: { file: { summary: 'the file' } },
  options: {
    control: { type: 'number', default: 1, summary: 'control number of the interchange and its group' },
    output: { type: 'text', value: 'FILE', summary: 'writes the answer to a file; it is shown otherwise' },
  },
  async run(ctx, { file, control, output }) {
    const { checkFile } = await import('./read-file.ts');
    const { acknowledge, elementOf, writeX12 } = await import('../contracts/index.ts');
    const { interchanges, findings } = await checkFile(ctx, file);
    const now = new Date().toISOString();
    const [date, time] = [digits(now.slice(0, 10)), digits(now.slice(11, 16))];
    const answers = interchanges.flatMap((interchange, index) => {
      const first = interchange.header.index;
      const last = interchange.trailer?.index ?? Number.POSITIVE_INFINITY;
      const segmentFindings = findings.filter(({ segment = 0 }) => segment >= first && segment <= last);
      const sets = acknowledge(interchange, segmentFindings, (each) => String(each + 1).padStart(4, '0'));
      const group = interchange.groups.find(({ code, header }) => header !== null && code !== 'FA');
      if (sets.length === 0 || !group) return [];
      const [ourQualifier, ourID, theirQualifier, theirID] = [7, 8, 5, 6].map((number) =>
        elementOf(interchange.header, number).trim(),
      ) as [string, string, string, string];
      const controlNumber = String(control + index);
      return writeX12({
        delimiters: interchange.delimiters,
        sender: { qualifier: ourQualifier, id: ourID },
        receiver: { qualifier: theirQualifier, id: theirID },
        date: date.slice(2),
        time,
        version: interchange.version,
        controlNumber,
        asksForAcknowledgment: false,
        isTest: elementOf(interchange.header, 15) === 'T',
        groups: [
          {
            code: 'FA',
            sender: elementOf(group.header, 3),
            receiver: elementOf(group.header, 2),
            date,
            time,
            controlNumber,
            version: group.version,
            sets,
          },
        ],
      }).text;
    });
    const text = answers.join('');
    if (output && text) await writeFile(ctx.pathOf(output), text);
    await ctx.result({ text }, () => {
      if (!text) ctx.say('Nothing in the file is to be answered.');
      else if (output) ctx.say(`Wrote ${output}`);
      else for (const line of text.trimEnd().split('\n')) ctx.say(line);
    });
    return answers.length > 0 ? exitCodes.ok : exitCodes.refused;
  },
});
