import { noteBatch } from '../../audit/audit.ts';
import { becauseOf, changeSetStates, leftOutMessage } from '../../contracts/work/change-set.contract.ts';
import { analyzeGrown } from '../../database/statistics/analyze-grown.ts';
import { mapWithPauses } from '../../kernel/calls/pauses.ts';
import type { AccountContext } from '../../kernel/context/context.ts';
import type { ChangeSet } from '../change-set.entity.ts';
import {
  countChangeSetRows,
  countVerdicts,
  isWriting,
  type JudgedRow,
  lastAppliedRows,
  markApplied,
  markUndone,
  nextRows,
  nextWritingRows,
  type StoredRow,
  writeVerdicts,
  writtenRecords,
} from '../rows/change-set-row.queries.ts';
import { changePacker, digestOf } from '../rows/packed-changes.ts';
import { asTheyStand, noteRestored } from '../rows/restored-versions.queries.ts';
import type { AppliedRow, ChangeSetAction, RowVerdict } from './change-set-action.ts';

/** Whether the steps of a set run as jobs with progress instead of inside the call. */
export const isJob = ({ sizes }: AccountContext, set: ChangeSet): boolean => set.rowCount > sizes.jobRows;

/** A set inside the call is one chunk, which is written completely or not at all. */
const sizeOf = (ctx: AccountContext, set: ChangeSet): number =>
  isJob(ctx, set) ? ctx.sizes.chunkRows : ctx.sizes.jobRows;

/** Ends the phase. */
function rest(set: ChangeSet, status: 'ready' | 'applied' | 'undone'): 'done' {
  set.status = status;
  set.phaseStartedAt = null;
  set.failure = null;
  set.failedIn = null;
  return 'done';
}

/** Stops the set with a reason. Written rows stay, and the phase can be resumed. */
export function fail(set: ChangeSet, reason: string): 'done' {
  if (!changeSetStates.is.working(set.status)) return 'done';
  set.failedIn = set.status;
  set.status = 'failed';
  set.failure = reason;
  set.phaseStartedAt = null;
  return 'done';
}

/**
 * Processes chunks in this transaction until `isOver`; the caller holds the lock on the set. Returns whether there may
 * be more. Rows, marks and progress are written together, so a chunk is processed once however often this is called.
 */
export async function advance(
  ctx: AccountContext,
  set: ChangeSet,
  work: ChangeSetAction,
  isOver: () => boolean = () => true,
): Promise<'more' | 'done'> {
  const step = changeSetStates.is.checking(set.status)
    ? check
    : changeSetStates.is.undoing(set.status)
      ? undo
      : set.isDirect
        ? applyDirect
        : apply;
  // The first chunk runs alone, and its tables are analyzed afterwards, so that the following chunks are planned for
  // filled tables.
  const isFirst = changeSetStates.is.applying(set.status) && set.appliedThrough === 0;
  const outcome = await step(ctx, set, work, isFirst ? () => true : isOver);
  await ctx.em.flush();
  if (isFirst) await analyzeGrown(ctx.em);
  return outcome;
}

interface JudgedChunk {
  rows: readonly StoredRow[];
  verdicts: readonly JudgedRow[];
  /** Last key of the chunk. */
  through: number;
}

/**
 * Chunks with their verdicts, until `isOver`. If rows are independent, the next chunk is checked and the one after it
 * read before a chunk is yielded: the consumer sends its writes without waiting, so that PostgreSQL always has work.
 * Write the progress of the set only after the last chunk, because a flush waits for all sent statements.
 */
async function* judgedChunks(
  ctx: AccountContext,
  set: ChangeSet,
  work: ChangeSetAction,
  { read, after, isOver }: { read: typeof nextRows; after: number; isOver: () => boolean },
): AsyncGenerator<JudgedChunk> {
  const throughOf = (rows: readonly StoredRow[]): number => rows.at(-1)?.keyRow ?? after;
  const judging = (rows: readonly StoredRow[]) => handled(judge(ctx, set, work, rows));
  const readBehind = (rows: readonly StoredRow[]) =>
    rows.length && !isOver() ? handled(read(ctx, set, throughOf(rows), sizeOf(ctx, set))) : undefined;
  const isAhead = work.isIndependent?.(set.options) ?? false;
  let rows: readonly StoredRow[] = await read(ctx, set, after, sizeOf(ctx, set));
  let behind = isAhead ? readBehind(rows) : undefined;
  let verdicts = judging(rows);
  while (rows.length) {
    const next: readonly StoredRow[] = (await behind) ?? [];
    behind = readBehind(next);
    const nextVerdicts = judging(next);
    yield { rows, verdicts: await verdicts, through: throughOf(rows) };
    if (isAhead) [rows, verdicts] = [next, nextVerdicts];
    else {
      rows = (await readBehind(rows)) ?? [];
      verdicts = judging(rows);
    }
  }
}

/** Marks the promise as handled, so that an unawaited failure ends no process; awaiting it still throws. */
function handled<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {});
  return promise;
}

async function check(
  ctx: AccountContext,
  set: ChangeSet,
  work: ChangeSetAction,
  isOver: () => boolean,
): Promise<'more' | 'done'> {
  let { checkedThrough, done, counts } = set;
  for await (const { rows, verdicts, through } of judgedChunks(ctx, set, work, {
    read: nextRows,
    after: checkedThrough,
    isOver,
  })) {
    await writeVerdicts(ctx, set, verdicts);
    checkedThrough = through;
    done += rows.length;
    counts = countVerdicts(counts, verdicts);
  }
  const isMore = checkedThrough > set.checkedThrough && done < set.total;
  Object.assign(set, { checkedThrough, done, counts });
  if (isMore) return 'more';
  set.counts = await countChangeSetRows(ctx, set);
  return rest(set, 'ready');
}

/** Verdicts of complete keys, including rows that are left out. */
export async function judge(
  ctx: AccountContext,
  set: ChangeSet,
  work: ChangeSetAction,
  rows: readonly StoredRow[],
): Promise<JudgedRow[]> {
  const judged = rows.filter(({ isExcluded }) => !isExcluded);
  const found = judged.length ? await work.check(ctx, judged, set.options) : [];
  const byRow = new Map(found.map((verdict) => [verdict.row, verdict]));
  const refusedKeys = new Map<number, number>();
  for (const { row, keyRow } of judged)
    if (byRow.get(row)?.effect === 'error' && !refusedKeys.has(keyRow)) refusedKeys.set(keyRow, row);
  const verdicts = rows.map((stored): RowVerdict => {
    const { row, keyRow, recordID, isExcluded } = stored;
    const nothing = { row, recordID, label: stored.key, changes: [], warnings: [], data: null };
    if (isExcluded) return { ...nothing, effect: 'skip', errors: [{ field: '', message: leftOutMessage }] };
    const verdict = byRow.get(row);
    if (!verdict) throw new Error(`"${work.action}" answered no verdict for row ${row}`);
    const cause = refusedKeys.get(keyRow);
    if (cause === undefined || !isWriting(verdict)) return verdict;
    return {
      ...verdict,
      effect: 'error',
      changes: [],
      errors: [{ field: '', message: becauseOf(cause) }],
    };
  });
  const writingKeys = new Set(
    rows.flatMap(({ keyRow }, index) => (verdicts[index] && isWriting(verdicts[index]) ? keyRow : [])),
  );
  return verdicts.map((verdict, index) => {
    const { keyRow, isExcluded } = rows[index] as StoredRow;
    return { ...verdict, keyRow, isOfWriting: !isExcluded && writingKeys.has(keyRow) };
  });
}

async function apply(
  ctx: AccountContext,
  set: ChangeSet,
  work: ChangeSetAction,
  isOver: () => boolean,
): Promise<'more' | 'done'> {
  let { appliedThrough, appliedCount, done } = set;
  let drift: string | undefined;
  for await (const { rows, verdicts, through } of judgedChunks(ctx, set, work, {
    read: nextWritingRows,
    after: appliedThrough,
    isOver,
  })) {
    drift = await driftOf(set, rows, verdicts);
    if (drift) break;
    appliedCount += await write(ctx, set, work, rows, verdicts);
    appliedThrough = through;
    done = Math.min(set.total, done + rows.filter(isWriting).length);
  }
  const isMore = appliedThrough > set.appliedThrough && done < set.total;
  Object.assign(set, { appliedThrough, appliedCount, done });
  if (drift) return fail(set, drift);
  return isMore ? 'more' : applied(ctx, set);
}

/** Checks and writes in one step; refused rows are listed and do not stop the others. */
async function applyDirect(
  ctx: AccountContext,
  set: ChangeSet,
  work: ChangeSetAction,
  isOver: () => boolean,
): Promise<'more' | 'done'> {
  let { appliedThrough, appliedCount, counts, done } = set;
  for await (const { rows, verdicts, through } of judgedChunks(ctx, set, work, {
    read: nextRows,
    after: appliedThrough,
    isOver,
  })) {
    await writeVerdicts(ctx, set, verdicts);
    appliedCount += await write(ctx, set, work, rows, verdicts);
    counts = countVerdicts(counts, verdicts);
    appliedThrough = through;
    done = Math.min(set.total, done + rows.length);
  }
  const isMore = appliedThrough > set.appliedThrough && done < set.total;
  Object.assign(set, { appliedThrough, appliedCount, counts, done });
  return isMore ? 'more' : applied(ctx, set);
}

function applied(ctx: AccountContext, set: ChangeSet): 'done' {
  set.appliedAt = ctx.clock.now();
  return rest(set, 'applied');
}

/** Writes rows and returns their number. */
async function write(
  ctx: AccountContext,
  set: ChangeSet,
  work: ChangeSetAction,
  rows: readonly StoredRow[],
  verdicts: readonly RowVerdict[],
): Promise<number> {
  const byRow = new Map(verdicts.map((verdict) => [verdict.row, verdict]));
  const writing = rows.flatMap(({ row, key, keyRow, values }) => {
    const verdict = byRow.get(row);
    return verdict && isWriting(verdict) ? [{ key, keyRow, values, ...verdict }] : [];
  });
  if (!writing.length) return 0;
  noteBatch(ctx, `${set.title} (${set.id})`);
  const outcome = new Map((await work.apply(ctx, writing, set.options)).map((each) => [each.row, each]));
  await ctx.em.flush();
  noteBatch(ctx, undefined);
  await markApplied(
    ctx,
    set,
    writing.map(({ row, keyRow, recordID }) => ({
      undo: null,
      versions: {},
      recordID,
      ...outcome.get(row),
      row,
      keyRow,
    })),
  );
  return writing.length;
}

/** The differences from the state that the person has seen; undefined if there are none. */
async function driftOf(
  set: ChangeSet,
  rows: readonly StoredRow[],
  verdicts: readonly RowVerdict[],
): Promise<string | undefined> {
  const pack = changePacker(set);
  const fresh = new Map(verdicts.map((verdict) => [verdict.row, verdict]));
  const found = await mapWithPauses(rows, (before) => {
    const now = fresh.get(before.row);
    if (!now || before.effect === null) return [];
    const isSame =
      now.effect === before.effect &&
      (now.recordID ?? null) === before.recordID &&
      // Rows checked by versions without digests are compared by their effect only.
      (before.changesDigest === null || digestOf(pack(now.changes)) === before.changesDigest);
    return isSame ? [] : [{ before, now }];
  });
  const changed = found.flat();
  const [first] = changed;
  if (!first) return undefined;
  const { before, now } = first;
  const what =
    now.effect === 'error'
      ? (now.errors[0]?.message ?? 'it can no longer be applied')
      : now.effect === before.effect
        ? 'its record was changed'
        : `its effect was "${before.effect}" and is now "${now.effect}"`;
  const more = changed.length > 1 ? `, and ${changed.length - 1} more` : '';
  return (
    `Row ${before.row}${now.label ? ` (${now.label})` : ''}${more}: ${what} since it was checked. ` +
    'Check the set again to see its effect as it is now.'
  );
}

async function undo(ctx: AccountContext, set: ChangeSet, work: ChangeSetAction): Promise<'more' | 'done'> {
  const rows = await lastAppliedRows(ctx, set, set.appliedThrough, sizeOf(ctx, set));
  const last = rows.at(-1);
  if (last) {
    const taken = await asTheyStand(
      ctx,
      rows.filter((row) => row.undo !== null),
    );
    const [refusal, ...others] = taken.length ? await refusalsOf(ctx, set, work, taken) : [];
    if (refusal)
      return fail(
        set,
        `Row ${refusal.row} (${refusal.label})${others.length ? `, and ${others.length} more` : ''}: ` +
          `${refusal.reason}. The rows before it are not undone.`,
      );
    noteBatch(ctx, `Undo of ${set.title} (${set.id})`);
    const restored = taken.length ? await work.undo?.apply(ctx, taken) : undefined;
    await ctx.em.flush();
    noteBatch(ctx, undefined);
    if (restored) await noteRestored(ctx, taken, restored);
    await markUndone(ctx, set, rows);
    set.appliedThrough = last.keyRow - 1;
    set.appliedCount -= rows.length;
    set.done = Math.min(set.total, set.done + rows.length);
    if (set.appliedCount > 0) return 'more';
  }
  set.undoneAt = ctx.clock.now();
  return rest(set, 'undone');
}

const refusalsOf = async (
  ctx: AccountContext,
  set: ChangeSet,
  work: ChangeSetAction,
  rows: readonly AppliedRow[],
): Promise<{ row: number; label: string; reason: string }[]> =>
  (await work.undo?.refusals(ctx, rows, {
    changeSetID: set.id,
    createdByIt: (ids) => writtenRecords(ctx, set, ids, ['create']),
    writtenByIt: (ids) => writtenRecords(ctx, set, ids, ['create', 'update', 'delete']),
  })) ?? [];

/** The reasons against undoing the set, over all its written rows: the first `most`, and the number of all. */
export async function undoRefusals(
  ctx: AccountContext,
  set: ChangeSet,
  work: ChangeSetAction,
  most: number,
): Promise<{ refusals: { row: number; label: string; reason: string }[]; count: number }> {
  const refusals: { row: number; label: string; reason: string }[] = [];
  let count = 0;
  let through = set.appliedThrough;
  for (;;) {
    const rows = await lastAppliedRows(ctx, set, through, ctx.sizes.chunkRows);
    const last = rows.at(-1);
    if (!last) break;
    const taken = await asTheyStand(
      ctx,
      rows.filter((row) => row.undo !== null),
    );
    const found = taken.length ? await refusalsOf(ctx, set, work, taken) : [];
    count += found.length;
    refusals.push(...found);
    // Chunks come in reverse order, but the first rows are to be shown.
    refusals.sort((left, right) => left.row - right.row).splice(most);
    through = last.keyRow - 1;
  }
  return { refusals, count };
}
