import { renameSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { Transform, type Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { StringDecoder } from 'node:string_decoder';
import { type AdministratorContext, type ProgressLine, plainFile, usageFailure } from '@millwright/core/cli';
import { ApiError, largestTake, problemBody } from '@millwright/core/contracts';
import { exportAddress, type ServerList, serverLists } from './lists.ts';

export interface ExportInput {
  format: 'csv' | 'json';
  filter: readonly string[];
  columns?: string;
  output?: string;
}

/** Prints the lists and their filters. */
export async function describeLists(ctx: AdministratorContext): Promise<void> {
  const lists = await serverLists(ctx);
  await ctx.result({ items: lists, count: lists.length }, () =>
    ctx.table(
      [
        { title: 'List', value: ({ name }) => name, minimum: 24 },
        { title: 'Of', value: ({ pluginID }) => pluginID },
        {
          title: 'Filters',
          value: ({ pathParameters, queryParameters }) =>
            [
              ...pathParameters.filter((name) => name !== 'accountID').map((name) => `${name} (needed)`),
              ...queryParameters.filter((name) => !['take', 'skip'].includes(name)),
            ].join(', '),
        },
      ],
      lists,
    ),
  );
}

/** Target of an export: a file that gets its final name when it is complete, or standard output. */
interface Target {
  stream: Writable;
  finish(): Promise<void>;
}

/** Data from other people is escaped for a terminal; into a pipe it is written unchanged. */
function shown(terminal: Writable): Target {
  const decoder = new StringDecoder('utf8');
  const stream = new Transform({
    transform: (chunk: Buffer, _encoding, done) => done(null, plainFile(decoder.write(chunk))),
  });
  stream.pipe(terminal, { end: false });
  return {
    stream,
    async finish() {
      stream.end();
      await finished(stream);
    },
  };
}

async function openTarget(ctx: AdministratorContext, output: string | undefined): Promise<Target> {
  if (output === undefined || output === '-')
    // Standard output must not be ended; a reader that goes away (`| head`) is not an error.
    return ctx.stdout.isTTY ? shown(ctx.stdout) : { stream: ctx.stdout, finish: async () => {} };
  const path = ctx.pathOf(output);
  const unfinished = `${path}.unfinished-${process.pid}`;
  const stream = (await open(unfinished, 'wx')).createWriteStream();
  // Errors are reported to the writing code.
  stream.on('error', () => {});
  let isDone = false;
  ctx.onEnd(() => {
    if (isDone) return;
    stream.destroy();
    rmSync(unfinished, { force: true });
  });
  return {
    stream,
    async finish() {
      stream.end();
      await finished(stream);
      renameSync(unfinished, path);
      isDone = true;
    },
  };
}

/** Exports one list. If rows change meanwhile: CSV is one transaction of the server, JSON is read page by page. */
export async function exportInto(ctx: AdministratorContext, name: string, input: ExportInput): Promise<void> {
  const lists = await serverLists(ctx);
  const list = lists.find((each) => each.name === name);
  if (!list) {
    const near = lists.filter((each) => each.name.includes(name) || name.includes(each.name)).map((each) => each.name);
    throw usageFailure(
      `There is no list "${name}"`,
      near.length ? `Did you mean ${near.join(' or ')}?` : 'See them with: millwright export',
    );
  }
  if (input.columns !== undefined && input.format === 'json') throw usageFailure('--columns is for CSV');
  if (ctx.isJSON && !ctx.isDryRun && input.output === undefined)
    throw usageFailure('--json tells about the export, so the export itself needs a file', 'Add --output FILE');
  const { path, query } = exportAddress(list, input.filter, ctx.account.id);
  const total = await countOf(ctx, list, path, query);
  if (ctx.isDryRun) {
    await ctx.result({ list: name, rows: total, output: input.output ?? null, dryRun: true }, () =>
      ctx.say(`Would write ${total} rows of ${name} to ${input.output ?? 'standard output'}.`),
    );
    return;
  }
  const target = await openTarget(ctx, input.output);
  const isBesides = input.output !== undefined;
  const progress = isBesides
    ? await ctx.progress(`Exporting ${name}`, input.format === 'csv' ? { unit: 'bytes' } : { total, unit: 'rows' })
    : undefined;
  try {
    if (input.format === 'csv') await writeCSV(ctx, target.stream, path, query, input.columns, progress);
    else await writeJSON(ctx, list, target.stream, path, query, progress);
  } finally {
    await progress?.end();
  }
  await target.finish();
  if (isBesides)
    await ctx.result(
      { list: name, rows: total, output: ctx.pathOf(input.output as string), format: input.format },
      () => ctx.note(`Wrote ${total} rows to ${input.output}.`),
    );
}

async function answered(list: Pick<ServerList, 'name'>, response: Response): Promise<Response> {
  if (response.ok) return response;
  const body = problemBody.safeParse(await response.json().catch(() => undefined));
  throw new ApiError(
    body.success
      ? body.data
      : { message: `API ${list.name} failed: ${response.status}`, code: 'unknown_error', status: response.status },
  );
}

const pageOf = async (
  ctx: AdministratorContext,
  list: ServerList,
  path: string,
  query: URLSearchParams,
  page: { take: number; skip: number },
): Promise<{ items: unknown[]; count: number }> => {
  const pageQuery = new URLSearchParams(query);
  pageQuery.set('take', String(page.take));
  pageQuery.set('skip', String(page.skip));
  const response = await answered(list, await ctx.request(`${path}?${pageQuery}`));
  return (await response.json()) as { items: unknown[]; count: number };
};

const countOf = async (
  ctx: AdministratorContext,
  list: ServerList,
  path: string,
  query: URLSearchParams,
): Promise<number> => (await pageOf(ctx, list, path, query, { take: 1, skip: 0 })).count;

/** Writes a chunk, and waits if the reader is slower than the server. */
async function write(ctx: AdministratorContext, stream: Writable, chunk: string | Uint8Array): Promise<void> {
  ctx.signal.throwIfAborted();
  await new Promise<void>((done, fail) => {
    stream.write(chunk, (error) => (error ? fail(error) : done()));
  });
  ctx.signal.throwIfAborted();
}

async function writeCSV(
  ctx: AdministratorContext,
  stream: Writable,
  path: string,
  query: URLSearchParams,
  columns: string | undefined,
  progress: ProgressLine | undefined,
): Promise<void> {
  const csvQuery = new URLSearchParams(query);
  csvQuery.set('format', 'csv');
  if (columns !== undefined) csvQuery.set('columns', columns);
  const response = await answered(
    { name: path },
    await ctx.request(`${path}?${csvQuery}`, { headers: { accept: 'text/csv' } }),
  );
  let written = 0;
  for await (const chunk of response.body ?? []) {
    await write(ctx, stream, chunk as Uint8Array);
    written += (chunk as Uint8Array).byteLength;
    progress?.update(written);
  }
}

async function writeJSON(
  ctx: AdministratorContext,
  list: ServerList,
  stream: Writable,
  path: string,
  query: URLSearchParams,
  progress: ProgressLine | undefined,
): Promise<void> {
  let written = 0;
  await write(ctx, stream, '[');
  for (;;) {
    const { items, count } = await pageOf(ctx, list, path, query, { take: largestTake, skip: written });
    const text = items.map((item) => `${written++ ? ',' : ''}\n${JSON.stringify(item)}`).join('');
    await write(ctx, stream, text);
    progress?.update(written, count);
    if (items.length < largestTake) break;
  }
  await write(ctx, stream, written ? '\n]\n' : ']\n');
}
