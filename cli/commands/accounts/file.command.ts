import { readFile, stat, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { type AdministratorContext, defineCommand, plainText, usageFailure } from '@millwright/core/cli';
import type { FileInfo } from '../../../core/contracts/work/file.contract.ts';

const record = {
  type: { summary: 'type of the record: sales_order' },
  id: { summary: 'id of the record, as its page shows it' },
} as const;

const contract = () => import('../../../core/contracts/work/file.contract.ts');

const recordQuery = ({ type, id }: { type: string; id: string }) => ({ recordType: type, recordID: id });

function showFiles(ctx: AdministratorContext, files: FileInfo[]): void {
  ctx.table(
    [
      { title: 'Name', value: ({ name }) => plainText(name), minimum: 20 },
      { title: 'Bytes', value: ({ size }) => String(size) },
      { title: 'Shared', value: ({ isShared }) => (isShared ? 'yes' : 'no') },
      { title: 'Scanned', value: ({ isUnchecked }) => (isUnchecked ? 'not yet' : '') },
      { title: 'Added', value: ({ createdAt }) => createdAt },
      { title: 'By', value: ({ addedBy }) => plainText(addedBy) },
      { title: 'Id', value: ({ id }) => id, minimum: 31 },
    ],
    files,
  );
}

/** Lists the files of a record. */
export const fileList = defineCommand({
  name: 'file list',
  summary: 'list the files of a record',
  description: `Examples:
  millwright file list sales_order so_01h455vb4pex5vsknk084sn02q
  millwright file list customer cus_01h455vb4pex5vsknk084sn02q --json`,
  kind: 'administrator',
  arguments: record,
  async run(ctx, input) {
    const { listFiles } = await contract();
    const found = await ctx.client.call(listFiles, { query: recordQuery(input) });
    await ctx.result(found, () => {
      if (found.items.length) showFiles(ctx, found.items);
      else ctx.say('There are no files.');
    });
  },
});

/** Reasons for which a file of this machine is neither read nor written. */
const faults: Readonly<Record<string, (file: string) => string>> = {
  ENOENT: (file) => `There is no file ${file}`,
  EISDIR: (file) => `${file} is a folder`,
  EACCES: (file) => `You may not read or write ${file}`,
};

const fault = (file: string, { code = '', message }: NodeJS.ErrnoException) =>
  usageFailure(faults[code]?.(file) ?? `${file}: ${message}`);

/** The content of a file to add. @throws CommandFailure `usage` for one that is not there, a folder or too large */
async function bytesOf(ctx: AdministratorContext, file: string): Promise<Buffer<ArrayBuffer>> {
  const path = ctx.pathOf(file);
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw fault(file, error);
  });
  const { largestFile } = await contract();
  // A larger one is not read at all, because it might not fit into the memory.
  if (found.size > largestFile)
    throw usageFailure(`${file} is too large: a file may have at most ${largestFile / 1024 / 1024} MB`);
  return readFile(path).catch((error: NodeJS.ErrnoException) => {
    throw fault(file, error);
  });
}

/** Adds a file of this machine to a record. */
export const fileAdd = defineCommand({
  name: 'file add',
  summary: 'add a file to a record',
  description: `At most 25 MB; the type is detected from the content.

Examples:
  millwright file add sales_order so_01h455vb4pex5vsknk084sn02q signed.pdf
  millwright file add customer cus_01h455vb4pex5vsknk084sn02q scan0042.pdf --name 'Terms 2026.pdf'`,
  kind: 'administrator',
  writes: true,
  arguments: { ...record, file: { summary: 'the file' } },
  options: {
    name: { type: 'text', value: 'NAME', summary: 'name under which it is kept; that of the file if absent' },
  },
  async run(ctx, { file, name = basename(file), ...input }) {
    const bytes = await bytesOf(ctx, file);
    const query = { name, ...recordQuery(input) };
    if (ctx.isDryRun) {
      await ctx.result({ ...query, size: bytes.length, dryRun: true }, () =>
        ctx.say(`Would add ${name} (${bytes.length} bytes).`),
      );
      return;
    }
    const { createFile } = await contract();
    const made = await ctx.client.call(createFile, { query, body: new Blob([bytes]) });
    await ctx.result(made, () => {
      ctx.say(`Added ${plainText(made.name)} (${made.id}).`);
      if (made.isUnchecked) ctx.say('The scanner did not answer: customers do not get it until it was scanned.');
    });
  },
});

/** Writes a file of a record on this machine. */
export const fileGet = defineCommand({
  name: 'file get',
  summary: 'write the content of a file',
  description: `Without --output it goes to standard output. A file that is there already is not overwritten.

Example:
  millwright file get file_01h455vb4pex5vsknk084sn02q -o signed.pdf`,
  kind: 'administrator',
  writes: true,
  arguments: { file: { summary: 'id of the file, as file list shows it' } },
  options: { output: { type: 'text', value: 'FILE', short: 'o', summary: 'file to write; standard output if absent' } },
  async run(ctx, { file, output }) {
    const { getFile } = await import('../../../core/contracts/work/file-content.contract.ts');
    const answer = await ctx.client.call(getFile, { params: { fileID: file } });
    const bytes = Buffer.from(await answer.arrayBuffer());
    if (output === undefined) {
      ctx.stdout.write(bytes);
      return;
    }
    if (!ctx.isDryRun)
      await writeFile(ctx.pathOf(output), bytes, { flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'EEXIST') throw usageFailure(`${output} is there already`);
        throw error.code === 'ENOENT' ? usageFailure(`There is no folder for ${output}`) : fault(output, error);
      });
    const written = { file: output, size: bytes.length };
    await ctx.result(ctx.isDryRun ? { ...written, dryRun: true } : written, () =>
      ctx.say(`${ctx.isDryRun ? 'Would write' : 'Wrote'} ${output} (${bytes.length} bytes).`),
    );
  },
});

/** Shows a file to the customer of its record, or no longer. */
export const fileShare = defineCommand({
  name: 'file share',
  summary: 'show a file to the customer of its record, in the portal and behind links of mails',
  description: `Examples:
  millwright file share file_01h455vb4pex5vsknk084sn02q
  millwright file share file_01h455vb4pex5vsknk084sn02q --stop`,
  kind: 'administrator',
  writes: true,
  arguments: { file: { summary: 'id of the file, as file list shows it' } },
  options: { stop: { type: 'flag', summary: 'show it no longer' } },
  async run(ctx, { file, stop }) {
    const body = { isShared: !stop };
    const said = stop ? 'no longer shown to the customer' : 'shown to the customer';
    if (ctx.isDryRun) {
      await ctx.result({ id: file, ...body, dryRun: true }, () => ctx.say(`Would be ${said}: ${file}.`));
      return;
    }
    const { updateFile } = await contract();
    const changed = await ctx.client.call(updateFile, { params: { fileID: file }, body });
    await ctx.result(changed, () => ctx.say(`${plainText(changed.name)} is ${said}.`));
  },
});
