import { type AdministratorContext, CommandFailure, exitCodes, refusal } from '@millwright/core/cli';
import {
  ApiError,
  type ChangeSet,
  changeSetStates,
  getChangeSet,
  getImport,
  getImportTemplate,
  listChangeSets,
  listImportTypes,
  undoChangeSet,
} from '@millwright/core/contracts';
import { z } from 'zod';
import { readMessages } from '../import-cells.ts';
import { effectText, errorLines } from './import-report.ts';
import { importTypeNamed } from './run-import.ts';
import { untilAtRest, waysOn } from './staged-import.ts';

/** A time in minutes, which is precise enough for finding an import. */
const moment = (text: string): string => text.slice(0, 16).replace('T', ' ');

/** Prints the import types of the account. */
export async function showImportTypes(ctx: AdministratorContext): Promise<void> {
  const types = await ctx.client.call(listImportTypes, {}, { signal: ctx.signal });
  await ctx.result(types, () =>
    ctx.table(
      [
        { title: 'Type', value: ({ name }) => name, minimum: 16 },
        { title: 'Title', value: ({ title }) => title },
        { title: 'Known by', value: ({ keys }) => keys.join(', ') },
        { title: 'Fields', value: ({ fields }) => fields.map(({ name }) => name).join(', ') },
      ],
      types.items,
    ),
  );
}

/** Prints the imports of the account. */
export async function showImports(ctx: AdministratorContext, take: number): Promise<void> {
  const types = await ctx.client.call(listImportTypes, {}, { signal: ctx.signal });
  const actions = types.items.map(({ name }) => `${name}.import`);
  // Dry runs and refused imports wrote nothing, so they are left out.
  const statuses = changeSetStates.codes.filter((status) => !changeSetStates.is.cancelled(status));
  const sets = actions.length
    ? await ctx.client.call(listChangeSets, { query: { actions, statuses, take } }, { signal: ctx.signal })
    : { items: [], count: 0 };
  await ctx.result(sets, () =>
    ctx.table(
      [
        { title: 'Id', value: ({ id }) => id, minimum: 30 },
        { title: 'When (UTC)', value: ({ createdAt }) => moment(createdAt), minimum: 16 },
        { title: 'Status', value: ({ status }) => status, minimum: 9 },
        { title: 'What', value: ({ title }) => title },
        { title: 'By', value: ({ createdBy }) => createdBy.name },
        { title: 'Effect', value: (set) => effectText(set) },
      ],
      sets.items,
    ),
  );
}

/** Prints the present state of an import. */
export async function showImport(ctx: AdministratorContext, importID: string): Promise<void> {
  const set = await ctx.client.call(getImport, { params: { importID } }, { signal: ctx.signal });
  const types = await ctx.client.call(listImportTypes, {}, { signal: ctx.signal });
  const messages = await readMessages(
    ctx,
    set,
    types.items.find(({ name }) => name === set.type),
  );
  await ctx.result({ ...set, ...messages, fileWarnings: set.warnings }, () => {
    ctx.say(`${set.title} (${set.type}), by ${set.createdBy.name} at ${moment(set.createdAt)} UTC`);
    ctx.say(`Status: ${set.status}${set.progress ? ` (${set.progress.done} of ${set.progress.total} rows)` : ''}`);
    if (set.failure) ctx.say(`It stopped: ${set.failure}`);
    ctx.say(effectText(set));
    for (const line of errorLines(messages.errors)) ctx.say(line);
    if (set.canUndo) ctx.say(`Take it back: millwright import undo ${set.id}`);
  });
}

/** Fits on one screen. */
const mostShown = 20;

const refusals = z.object({
  refusals: z.array(z.object({ label: z.string(), reason: z.string() }).partial()),
  count: z.number(),
});

/** Undoes an import. */
export async function undoImport(ctx: AdministratorContext, changeSetID: string): Promise<void> {
  const { signal } = ctx;
  const params = { changeSetID };
  const before = await ctx.client.call(getChangeSet, { params }, { signal });
  if (ctx.isDryRun) {
    try {
      await ctx.client.call(undoChangeSet, { params, body: { dryRun: true } }, { signal });
    } catch (error) {
      throw withRefusals(error, ctx.isJSON ? Number.POSITIVE_INFINITY : mostShown);
    }
    await ctx.result({ id: before.id, title: before.title, rows: before.appliedCount, dryRun: true }, () =>
      ctx.say(`Would take back "${before.title}" with its ${before.appliedCount} rows.`),
    );
    return;
  }
  if (before.canUndo) await ctx.confirm(`Take back "${before.title}" with its ${before.appliedCount} rows?`);
  let isBegun = false;
  let isOver = false;
  ctx.onEnd(() => {
    if (isBegun && !isOver && signal.aborted)
      ctx.note(`The server goes on with it.\nLook at it: millwright import show ${changeSetID}`);
  });
  let set: ChangeSet;
  try {
    isBegun = true;
    set = await ctx.client.call(undoChangeSet, { params, body: {} }, { signal });
    const look = () => ctx.client.call(getChangeSet, { params }, { signal });
    set = await untilAtRest(ctx, set, look);
  } catch (error) {
    if (signal.aborted) throw error;
    isOver = true;
    throw withRefusals(error, ctx.isJSON ? Number.POSITIVE_INFINITY : mostShown);
  }
  isOver = true;
  if (!changeSetStates.is.undone(set.status))
    throw refusal('undo_failed', `It was not taken back as a whole: ${set.failure ?? set.status}`, {
      hint: waysOn(set.id),
    });
  const rows = before.appliedCount;
  await ctx.result({ id: set.id, title: set.title, status: set.status, rows }, () =>
    ctx.say(`Took back "${set.title}" with its ${rows} rows.`),
  );
}

/** Adds the records that depend on the import to the error, one line each. */
function withRefusals(error: unknown, most: number): unknown {
  if (!(error instanceof ApiError) || error.code !== 'undo_refused') return error;
  const details = refusals.safeParse(error.details);
  if (!details.success) return error;
  const { count } = details.data;
  const listed = details.data.refusals.slice(0, most);
  return new CommandFailure({
    message: error.message,
    code: error.code,
    exitCode: exitCodes.refused,
    errors: listed.map(({ label, reason }) => ({ path: label ?? '', message: reason ?? '' })),
    hint: count > listed.length ? `and ${count - listed.length} more` : undefined,
    cause: error,
  });
}

/** Writes an empty file with headings to standard output. */
export async function writeTemplate(ctx: AdministratorContext, name: string): Promise<void> {
  const { name: importType } = await importTypeNamed(ctx, name);
  const template = await ctx.client.call(getImportTemplate, { params: { importType } }, { signal: ctx.signal });
  const text = await template.text();
  await ctx.result({ type: importType, csv: text }, () => {
    ctx.stdout.write(text);
  });
}
