import { openAsBlob } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type AdministratorContext, refusal, usageFailure } from '@millwright/core/cli';
import {
  applyChangeSet,
  type ChangeSet,
  type ChangeSetRow,
  cancelChangeSet,
  changeSetStates,
  createImport,
  getChangeSet,
  getImport,
  type ImportSet,
  largestTake,
  listChangeSetRows,
  updateImport,
} from '@millwright/core/contracts';

/** Options of `millwright reconcile`. */
export interface ReconcileInput {
  file: string;
  type: 'force' | 'addition';
  location?: string | undefined;
  /** Unit of rows that name none; `default` is that of each item. */
  unit?: string | undefined;
  createLocations: boolean;
}

interface Difference {
  place: string;
  before: string;
  after: string;
}

const firstLook = 100;
const longestLook = 1_500;
const mostShown = 200;
/** How long an ended command tries to give up what it staged. */
const lastWait = 8_000;

async function openFile(ctx: AdministratorContext, file: string): Promise<{ name: string; bytes: Blob }> {
  if (file === '-') {
    if (ctx.stdin.isTTY) throw usageFailure('Standard input is the keyboard', 'Name a file, or pipe one into it');
    const chunks: Uint8Array<ArrayBuffer>[] = [];
    for await (const chunk of ctx.stdin) chunks.push(chunk as Uint8Array<ArrayBuffer>);
    return { name: 'standard input', bytes: new Blob(chunks) };
  }
  const path = ctx.pathOf(file);
  const facts = await stat(path).catch(() => undefined);
  if (!facts?.isFile()) throw usageFailure(`There is no file ${file}`);
  return { name: basename(path), bytes: await openAsBlob(path) };
}

/** Looks until the server has done what it is at. */
async function atRest<Set extends ChangeSet>(
  ctx: AdministratorContext,
  first: Set,
  look: () => Promise<Set>,
): Promise<Set> {
  let set = first;
  if (!set.progress) return set;
  const line = await ctx.progress(changeSetStates.is.checking(set.status) ? 'Checking' : 'Counting', {
    total: set.progress.total,
  });
  try {
    for (let wait = firstLook; set.progress; wait = Math.min(longestLook, wait * 1.5)) {
      line.update(set.progress.done, set.progress.total);
      await pause(wait, undefined, { signal: ctx.signal });
      set = await look();
    }
  } finally {
    await line.end();
  }
  return set;
}

async function rowsOf(
  ctx: AdministratorContext,
  changeSetID: string,
  filter: { effects?: ChangeSetRow['effect'][]; hasWarnings?: boolean },
): Promise<ChangeSetRow[]> {
  const rows: ChangeSetRow[] = [];
  for (;;) {
    const query = { ...filter, take: largestTake, skip: rows.length };
    const { items, count } = await ctx.client.call(
      listChangeSetRows,
      { params: { changeSetID }, query },
      { signal: ctx.signal },
    );
    rows.push(...items);
    if (items.length === 0 || rows.length >= count) return rows;
  }
}

const differencesOf = (rows: readonly ChangeSetRow[]): Difference[] =>
  rows.flatMap(({ label, values, changes }) =>
    changes.map((change) => ({
      // A row of several places has a label of the item; each of its changes names the place.
      place: changes.length > 1 ? `${values['sku'] ?? label}: ${change.label}` : label,
      before: `${change.from}`,
      after: `${change.to}`,
    })),
  );

const columns = [
  { title: 'Stock', value: ({ place }: Difference) => place, minimum: 12 },
  { title: 'In the books', value: ({ before }: Difference) => before, align: 'right' as const },
  { title: 'Counted', value: ({ after }: Difference) => after, align: 'right' as const },
];

function show(ctx: AdministratorContext, differences: readonly Difference[], warnings: readonly ChangeSetRow[]): void {
  ctx.table(columns, differences.slice(0, mostShown));
  if (differences.length > mostShown) ctx.say(`and ${differences.length - mostShown} more`);
  for (const { row, warnings: own } of warnings)
    for (const { message } of own) ctx.note(`warning: row ${row}: ${message}`);
}

async function stage(ctx: AdministratorContext, input: ReconcileInput): Promise<ImportSet> {
  const { name, bytes } = await openFile(ctx, input.file);
  const query = { type: 'stock-counts', fileName: name };
  const staged = await ctx.client.call(createImport, { query, body: bytes }, { signal: ctx.signal });
  const params = { importID: staged.id };
  let isOpen = true;
  ctx.onEnd(async () => {
    const options = { signal: AbortSignal.timeout(lastWait) };
    const set = await ctx.client.call(getChangeSet, { params: { changeSetID: staged.id } }, options);
    isOpen = changeSetStates.is.early(set.status);
    if (isOpen) await ctx.client.call(cancelChangeSet, { params: { changeSetID: staged.id } }, options);
  });
  const look = () => ctx.client.call(getImport, { params }, { signal: ctx.signal });
  const read = await atRest(ctx, staged, look);
  const defaults = {
    ...(input.type === 'addition' ? { reconcileType: 'addition' } : {}),
    ...(input.location ? { storageLocation: input.location } : {}),
    ...(input.unit ? { unit: input.unit } : {}),
  };
  const isMapped = (field: string): boolean => read.columns.some((column) => column.field === field);
  if (input.location && isMapped('storageLocation'))
    throw usageFailure('The file has a column of storage locations', 'Leave --location out');
  if (!Object.keys(defaults).length && !input.createLocations) return read;
  const body = { defaults, ...(input.createLocations ? { createReferences: ['storageLocation'] } : {}) };
  return atRest(ctx, await ctx.client.call(updateImport, { params, body }, { signal: ctx.signal }), look);
}

const counted = (count: number): string => `${count.toLocaleString('en-US')} ${count === 1 ? 'row' : 'rows'}`;

/** A count from the file to its end. */
export async function reconcileFile(ctx: AdministratorContext, input: ReconcileInput): Promise<void> {
  let set: ChangeSet = await stage(ctx, input);
  if (changeSetStates.is.failed(set.status))
    throw refusal('check_failed', `The file could not be checked: ${set.failure}`);
  const { counts, rowCount } = set;
  const params = { changeSetID: set.id };
  const errors = counts.error ? await rowsOf(ctx, set.id, { effects: ['error'] }) : [];
  const isRefused = errors.length > 0;
  const isEmpty = counts.update === 0;
  const differences = isRefused || isEmpty ? [] : differencesOf(await rowsOf(ctx, set.id, { effects: ['update'] }));
  const warnings = !isRefused && counts.warning ? await rowsOf(ctx, set.id, { hasWarnings: true }) : [];
  const isWritten = !isRefused && !isEmpty && !ctx.isDryRun;
  if (isWritten) {
    if (ctx.isInteractive) {
      show(ctx, differences, warnings);
      await ctx.confirm(`Write ${counted(counts.update)} to the stock?`);
    }
    set = await ctx.client.call(applyChangeSet, { params, body: {} }, { signal: ctx.signal });
    set = await atRest(ctx, set, () => ctx.client.call(getChangeSet, { params }, { signal: ctx.signal }));
    if (changeSetStates.is.failed(set.status))
      throw refusal('reconcile_failed', `The count stopped: ${set.failure}`, {
        hint: `${counted(set.appliedCount)} stand written. Take them back: millwright import undo ${set.id}`,
      });
  }
  const status = isRefused ? 'refused' : isEmpty ? 'unchanged' : ctx.isDryRun ? 'checked' : 'applied';
  const document = {
    id: set.id,
    status,
    rows: rowCount,
    counts,
    dryRun: ctx.isDryRun,
    canUndo: set.canUndo,
    differences,
    errors: errors.flatMap(({ row, errors: own }) => own.map((error) => ({ row, ...error }))),
    warnings: warnings.flatMap(({ row, warnings: own }) => own.map((warning) => ({ row, ...warning }))),
  };
  await ctx.result(document, () => {
    for (const { row, message } of document.errors) ctx.say(`row ${row}: ${message}`);
    if (isRefused) return;
    if (!isWritten || !ctx.isInteractive) show(ctx, differences, warnings);
    if (changeSetStates.is.applied(status)) {
      ctx.say(
        `Counted ${counted(rowCount)}, ${counts.update.toLocaleString('en-US')} of them otherwise than the books.`,
      );
      ctx.say(`Take it back: millwright import undo ${set.id}`);
    } else ctx.say(isEmpty ? 'All is as it was counted.' : 'Nothing was written (--dry-run).');
  });
  if (isRefused)
    throw refusal('rows_have_errors', `${counts.error} of ${counted(rowCount)} have errors; nothing was counted`, {
      hint: 'Correct the file; rows are counted below the headings',
    });
}
