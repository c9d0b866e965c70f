import { setImmediate } from 'node:timers/promises';
import { audit } from '../audit/audit.ts';
import type { EndpointRequest } from '../contracts/endpoints/endpoint.ts';
import { problems } from '../contracts/endpoints/problem.ts';
import {
  type BulkAnswer,
  type ChangeSet as ChangeSetReply,
  type ChangeSetRow as ChangeSetRowReply,
  changeSetProblems,
  changeSetStates,
  listChangeSetRows,
  listChangeSets,
} from '../contracts/work/change-set.contract.ts';
import type { TableRow } from '../database/rows/table-row.ts';
import { sql } from '../database/tenant-entity-manager.ts';
import { emit } from '../events/emit.ts';
import type { AccountContext } from '../kernel/context/context.ts';
import { cachedCount, listPage } from '../lists/list-page.ts';
import { mayUse, type RecordRegistry, readableTypes } from '../records/record-registry.ts';
import { ChangeSet, type ChangeSetPhase } from './change-set.entity.ts';
import {
  countChangeSetRows,
  countMatching,
  countVerdicts,
  deleteRows,
  groupKeys,
  insertChangeSetRows,
  insertRecords,
  insertWrittenRows,
  isWriting,
  type NewRow,
  noCounts,
  readFaults,
  readRow,
  readRows,
  rowsOfKeys,
  storedRow,
  updateRow,
  writeVerdicts,
} from './rows/change-set-row.queries.ts';
import { beginPhase, newChangeSet } from './run/begin-change-set.ts';
import type { AppliedRow, ChangeSetAction, RowVerdict, WorkOptions } from './run/change-set-action.ts';
import { changeSetAdvanced } from './run/change-set-event.ts';
import type { ChangeSetRegistry } from './run/change-set-registry.ts';
import { advance, isJob, judge, undoRefusals } from './run/change-set-steps.ts';
import { touchedChangeSets } from './run/touched-change-sets.ts';

/*
 * Methods of `ChangeSets` for other parts of core (imports):
 *   stage(ctx, { action, title, options })      creates an empty set in status 'staging'; needs the action's right
 *   addRows(ctx, setID, batches)                inserts rows, one statement per batch of some thousand
 *   clearRows(ctx, setID)                       returns to 'staging' without rows (for another mapping)
 *   discard(ctx, setID)                         deletes a set that wrote nothing
 *   setOptions(ctx, setID, options, title?)     changes the options; call `check` afterwards
 *   check(ctx, setID)                           the dry run: at once up to `jobRows`, else as a job ('checking')
 *   reviseRow(ctx, setID, row, change)          corrects or leaves out one row and checks its key again
 *   apply / undo / cancel / read / readRow      like the endpoints of the same names
 * All return the set in the form of the API. The actions come from the plugins' `changeSets`.
 */

/** Largest number of refusals in a reply. */
const mostRefusals = 100;
/** Milliseconds without progress after which a running set may be resumed, because its delivery is lost. */
const stalledAfter = 15 * 60_000;

type Tables = { 'core.change_set': TableRow<typeof ChangeSet> };

const { is } = changeSetStates;
const isWorking = (set: ChangeSet): boolean => is.working(set.status);

/** Passes the set to the workers; earlier deliveries are stale from now on. */
export async function enqueue(ctx: AccountContext, set: ChangeSet): Promise<void> {
  set.slice += 1;
  emit(ctx, changeSetAdvanced, { changeSetID: set.id, slice: set.slice }, { type: 'change_set', id: set.id });
  await ctx.em.flush();
}

/**
 * Starts a bulk action on more records than fit into a call: a set whose rows are checked and written by a job, with
 * the refused ones listed in its rows. Runs in the caller's transaction and returns the endpoint's reply.
 */
export async function startBulk(
  ctx: AccountContext,
  work: ChangeSetAction,
  parts: { title: string; ids: readonly string[]; options?: WorkOptions },
): Promise<BulkAnswer> {
  const ids = [...new Set(parts.ids)];
  const set = newChangeSet(ctx, work, { ...parts, isDirect: true });
  await insertRecords(ctx, set, ids);
  set.rowCount = ids.length;
  beginPhase(ctx, set, 'applying', ids.length);
  audit(ctx, { record: { type: 'change_set', id: set.id }, action: 'started', note: set.title });
  await enqueue(ctx, set);
  return { done: 0, refused: [], changeSetID: set.id, undoChangeSetID: work.undo ? set.id : null };
}

/** A row that is already written, for `recordChangeSet`. */
export type WrittenRow = Omit<RowVerdict, 'row' | 'data' | 'errors'> &
  Pick<NewRow, 'key' | 'values'> &
  Pick<AppliedRow, 'undo' | 'versions'>;

/**
 * Records the caller's writes in this transaction as a set, so that it can be found, read and undone like any other.
 * For thousands of rows within one call, where staging would take longer than writing.
 */
export async function recordChangeSet(
  ctx: AccountContext,
  work: ChangeSetAction,
  parts: { title: string; rows: readonly WrittenRow[]; options?: WorkOptions },
): Promise<string> {
  const { rows } = parts;
  const set = newChangeSet(ctx, work, { ...parts, isDirect: true });
  const firsts = new Map<string, number>();
  const numbered = rows.map((row, index) => {
    if (!firsts.has(row.key)) firsts.set(row.key, index + 1);
    return { ...row, row: index + 1, keyRow: firsts.get(row.key) ?? index + 1 };
  });
  await insertWrittenRows(ctx, set, numbered);
  const appliedCount = rows.filter(isWriting).length;
  const last = numbered.reduce((most, row) => (isWriting(row) ? Math.max(most, row.keyRow) : most), 0);
  ctx.em.assign(set, {
    status: 'applied',
    appliedAt: ctx.clock.now(),
    appliedCount,
    appliedThrough: last,
    rowCount: rows.length,
    counts: countVerdicts(noCounts, rows),
    checkedThrough: rows.length,
  });
  audit(ctx, { record: { type: 'change_set', id: set.id }, action: 'started', note: set.title });
  await ctx.em.flush();
  return set.id;
}

/** Change sets: staged, checked, applied and undone as a whole. */
export class ChangeSets {
  readonly #works: ChangeSetRegistry;
  readonly #records: RecordRegistry;

  constructor(works: ChangeSetRegistry, records: RecordRegistry) {
    this.#works = works;
    this.#records = records;
  }

  /** Creates a set without rows. @throws Problem 403 without the action's right */
  async stage(
    ctx: AccountContext,
    parts: { action: string; title: string; options?: WorkOptions },
  ): Promise<ChangeSetReply> {
    const work = this.#works.permitted(ctx, parts.action);
    const set = newChangeSet(ctx, work, { ...parts, isDirect: false });
    await ctx.em.flush();
    return this.view(ctx, set);
  }

  /** Adds rows whose numbers are new in the set; batches of a few thousand are best. Returns their number. */
  async addRows(ctx: AccountContext, setID: string, batches: Iterable<readonly NewRow[]>): Promise<number> {
    const { set } = await this.#held(ctx, setID);
    if (!is.staging(set.status)) throw problems.conflict({ message: 'This set was checked; clear its rows first' });
    const before = set.rowCount;
    let sent: Promise<void> = Promise.resolve();
    for (const batch of batches) {
      // One batch is being sent while the next one is read; more would only use memory.
      await sent;
      sent = insertChangeSetRows(ctx, set, batch);
      sent.catch(() => {});
      set.rowCount += batch.length;
      // Reading a batch is synchronous, so this lets the statement be sent.
      await setImmediate();
    }
    await sent;
    await ctx.em.flush();
    return set.rowCount - before;
  }

  /** Deletes all rows of a set that wrote nothing; its status is 'staging' again. */
  async clearRows(ctx: AccountContext, setID: string): Promise<void> {
    const { set } = await this.#unwritten(ctx, setID);
    await deleteRows(ctx, set);
    ctx.em.assign(set, {
      status: 'staging',
      failure: null,
      failedIn: null,
      rowCount: 0,
      counts: noCounts,
      done: 0,
      total: 0,
      checkedThrough: 0,
    });
    await ctx.em.flush();
    touchedChangeSets(ctx);
  }

  /** Deletes a set that wrote nothing, with its rows. */
  async discard(ctx: AccountContext, setID: string): Promise<void> {
    const { set } = await this.#unwritten(ctx, setID);
    await deleteRows(ctx, set);
    ctx.em.remove(set);
    await ctx.em.flush();
    touchedChangeSets(ctx);
  }

  /** Changes the options of a set that wrote nothing. Call `check` afterwards; until then rows have old results. */
  async setOptions(ctx: AccountContext, setID: string, options: WorkOptions, title?: string): Promise<ChangeSetReply> {
    const { set } = await this.#unwritten(ctx, setID);
    ctx.em.assign(set, { options: { ...options }, title: title ?? set.title });
    await ctx.em.flush();
    return this.view(ctx, set);
  }

  /**
   * The dry run: checks all rows that are not written. The status is then 'checking' for a job, else 'ready'.
   * @throws Problem 409 `change_set_busy`, `conflict` if there is nothing to check
   */
  async check(ctx: AccountContext, setID: string, version?: number): Promise<ChangeSetReply> {
    const { set, work } = await this.#held(ctx, setID);
    ctx.em.expectVersion(set, version);
    if (this.#isResumed(ctx, set, 'checking')) return this.#go(ctx, set, work);
    if (!is.mendable(set.status) || set.isDirect || set.failedIn === 'undoing')
      throw problems.conflict({ message: 'There is nothing to check in this set' });
    if (is.staging(set.status)) await groupKeys(ctx, set, work);
    set.checkedThrough = set.appliedThrough;
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from core.change_set_row
      where account_id = ${ctx.account.id} and change_set_id = ${set.id} and key_row > ${set.appliedThrough}`.execute(
      ctx.em.query(),
    );
    set.counts = noCounts;
    beginPhase(ctx, set, 'checking', rows[0]?.count ?? 0);
    return this.#go(ctx, set, work);
  }

  /**
   * Writes a set that is ready, or resumes one that failed during writing.
   * @throws Problem 409 `rows_have_errors`, `change_set_busy`, `conflict` in any other status
   */
  async apply(
    ctx: AccountContext,
    setID: string,
    { skipErrors = false, version }: { skipErrors?: boolean | undefined; version?: number | undefined } = {},
  ): Promise<ChangeSetReply> {
    const { set, work } = await this.#held(ctx, setID);
    ctx.em.expectVersion(set, version);
    if (this.#isResumed(ctx, set, 'applying')) return this.#go(ctx, set, work);
    const isResuming = is.failed(set.status) && set.failedIn === 'applying';
    if (!is.ready(set.status) && !isResuming)
      throw problems.conflict({
        message: is.failed(set.status) ? 'Check the set first' : `A set that is ${set.status} cannot be applied`,
        details: { status: set.status },
      });
    set.skipErrors ||= skipErrors;
    if (set.counts.error && !set.skipErrors && !set.isDirect)
      throw changeSetProblems.rows_have_errors({ details: { count: set.counts.error } });
    if (!isResuming) await work.begin?.(ctx, set.id);
    const { create, update, delete: remove } = set.counts;
    beginPhase(ctx, set, 'applying', set.isDirect ? set.total - set.done : create + update + remove - set.appliedCount);
    audit(ctx, {
      record: { type: 'change_set', id: set.id },
      action: isResuming ? 'resumed' : 'started',
      note: set.title,
    });
    return this.#go(ctx, set, work);
  }

  /**
   * Undoes all writes of the set. Reasons against it are searched in the whole set first; a dry run ends there.
   * @throws Problem 409 `undo_refused` with the first 100 refusals, `change_set_busy`, `conflict`
   */
  async undo(
    ctx: AccountContext,
    setID: string,
    { version, dryRun = false }: { version?: number | undefined; dryRun?: boolean | undefined } = {},
  ): Promise<ChangeSetReply> {
    const { set, work } = await this.#held(ctx, setID);
    ctx.em.expectVersion(set, version);
    if (this.#isResumed(ctx, set, 'undoing')) return dryRun ? this.view(ctx, set) : this.#go(ctx, set, work);
    if (!canUndo(set, work))
      throw problems.conflict({
        message: work.undo
          ? 'There is nothing to undo in this set, or its rows are no longer kept'
          : 'Changes of this kind cannot be undone',
      });
    const { refusals, count } = await undoRefusals(ctx, set, work, mostRefusals);
    if (count) throw changeSetProblems.undo_refused({ details: { refusals, count } });
    if (dryRun) return this.view(ctx, set);
    beginPhase(ctx, set, 'undoing', set.appliedCount);
    audit(ctx, { record: { type: 'change_set', id: set.id }, action: 'undo_started', note: set.title });
    return this.#go(ctx, set, work);
  }

  /** Cancels a set that wrote nothing, also during its check, and deletes its rows. @throws Problem 409 `conflict` */
  async cancel(ctx: AccountContext, setID: string): Promise<undefined> {
    const { set } = await this.#held(ctx, setID);
    if (is.cancelled(set.status)) return undefined;
    const isWritten = set.appliedCount > 0 || set.appliedAt || set.undoneAt;
    if (isWritten || is.writing(set.status))
      throw problems.conflict({ message: 'What the set wrote has to be undone; it cannot be cancelled' });
    await deleteRows(ctx, set);
    ctx.em.assign(set, {
      status: 'cancelled',
      failure: null,
      failedIn: null,
      phaseStartedAt: null,
      rowsPrunedAt: ctx.clock.now(),
    });
    audit(ctx, { record: { type: 'change_set', id: set.id }, action: 'cancelled', note: set.title });
    await ctx.em.flush();
    touchedChangeSets(ctx);
    return undefined;
  }

  /** Corrects a row of a checked set or leaves it out, and checks it again with the rows of its old and new key. */
  async reviseRow(
    ctx: AccountContext,
    setID: string,
    row: number,
    change: { key?: string; values?: Readonly<Record<string, string>>; isExcluded?: boolean },
  ): Promise<{ set: ChangeSetReply; row: ChangeSetRowReply }> {
    const { set, work } = await this.#unwritten(ctx, setID);
    if (!is.ready(set.status)) throw problems.conflict({ message: 'Check the set first' });
    const before = await storedRow(ctx, set, row);
    if (!before) throw problems.not_found();
    await updateRow(ctx, set, row, change);
    const keys = [...new Set([before.key, change.key ?? before.key])];
    // The first row of the old key may have changed.
    await groupKeys(ctx, set, work, keys);
    // Rows without a key are independent, so only the corrected one is checked again.
    const rows = (await rowsOfKeys(ctx, set, work, keys)).filter((each) => each.key !== '' || each.row === row);
    await writeVerdicts(ctx, set, await judge(ctx, set, work, rows));
    set.counts = await countChangeSetRows(ctx, set);
    await ctx.em.flush();
    return { set: this.view(ctx, set), row: await this.readRow(ctx, setID, row) };
  }

  /** The set. @throws Problem 404 if the caller may not read its records */
  async read(ctx: AccountContext, setID: string): Promise<ChangeSetReply> {
    return this.view(ctx, await this.#visible(ctx, setID));
  }

  async readRow(ctx: AccountContext, setID: string, row: number): Promise<ChangeSetRowReply> {
    const set = await this.#visible(ctx, setID);
    const found = await readRow(ctx, set, row);
    if (!found) throw problems.not_found();
    return found;
  }

  /** A page of the sets whose records the caller may read. */
  async list(
    ctx: AccountContext,
    query: EndpointRequest<typeof listChangeSets>['query'],
  ): Promise<{ items: ChangeSetReply[]; count: number }> {
    if (ctx.customerID !== undefined) return { items: [], count: 0 };
    const types = readableTypes(ctx, this.#records).map(({ type }) => type);
    let matching = ctx.em
      .query<Tables>()
      .selectFrom('core.change_set as set')
      .where('set.account_id', '=', ctx.account.id)
      .where('set.record_type', '=', sql<never>`any(${types}::text[])`);
    if (query.statuses) matching = matching.where('set.status', 'in', query.statuses);
    if (query.actions) matching = matching.where('set.action', 'in', query.actions);
    if (query.recordTypes) matching = matching.where('set.record_type', 'in', query.recordTypes);
    if (query.query)
      matching = matching.where(sql<boolean>`strpos(lower(set.title), ${query.query.toLowerCase()}) > 0`);
    const { items, count } = await listPage(ctx, {
      list: listChangeSets,
      id: 'set.id',
      matching,
      select: (rows) => rows.select('set.id'),
      page: query,
      sortable: { createdAt: 'set.created_at' },
      order: [['set.created_at', 'desc']],
      scope: types.join(),
    });
    const ids = items.map(({ id }) => id);
    const sets = await ctx.em.findInOrder(ChangeSet, ids);
    return { items: sets.map((set) => this.view(ctx, set)), count };
  }

  /** Distinct faults of the rows. */
  faults = async (ctx: AccountContext, setID: string) => readFaults(ctx, await this.#visible(ctx, setID));

  /** A page of the checked rows, in their order. */
  async listRows(
    ctx: AccountContext,
    setID: string,
    query: EndpointRequest<typeof listChangeSetRows>['query'],
  ): Promise<{ items: ChangeSetRowReply[]; count: number }> {
    const set = await this.#visible(ctx, setID);
    const { take, skip, ...filter } = query;
    const items = await readRows(ctx, set, filter, { take, skip });
    if (items.length < take && (items.length > 0 || skip === 0)) return { items, count: skip + items.length };
    // Rows change only together with the set's version.
    const key = JSON.stringify([set.id, set.version, Object.entries(filter).sort()]);
    const count = await cachedCount(ctx, listChangeSetRows, key, () => countMatching(ctx, set, filter));
    return { items, count };
  }

  /** The set in the form of the API. */
  view(ctx: AccountContext, set: ChangeSet): ChangeSetReply {
    const work = this.#works.find(set.action);
    const { done, total, phaseStartedAt, createdByType } = set;
    return {
      id: set.id,
      action: set.action,
      title: set.title,
      recordType: set.recordType,
      permission: work?.permission ?? '',
      status: set.status,
      progress: isWorking(set) && phaseStartedAt ? { done, total, startedAt: phaseStartedAt.toISOString() } : null,
      rowCount: set.rowCount,
      isJob: isJob(ctx, set),
      counts: set.counts,
      appliedCount: set.appliedCount,
      failure: set.failure ?? null,
      failedIn: set.failedIn ?? null,
      canUndo: work !== undefined && ctx.can(work.permission) && canUndo(set, work),
      createdBy: { type: createdByType === 'anonymous' ? 'system' : createdByType, name: set.createdByName },
      createdAt: set.createdAt.toISOString(),
      appliedAt: set.appliedAt?.toISOString() ?? null,
      undoneAt: set.undoneAt?.toISOString() ?? null,
      version: set.version,
    };
  }

  async #visible(ctx: AccountContext, setID: string): Promise<ChangeSet> {
    const set = (await ctx.em.get(ChangeSet, setID)) as ChangeSet;
    const type = this.#records.type(set.recordType);
    if (ctx.customerID !== undefined || !type || !mayUse(ctx, this.#records, type, 'read')) throw problems.not_found();
    return set;
  }

  /** The set, locked, with its action, for callers with the right. @throws Problem 403, 404 */
  async #held(ctx: AccountContext, setID: string): Promise<{ set: ChangeSet; work: ChangeSetAction }> {
    const { action } = await this.#visible(ctx, setID);
    const work = this.#works.permitted(ctx, action);
    return { set: (await ctx.em.getForUpdate(ChangeSet, setID)) as ChangeSet, work };
  }

  /** A set that wrote nothing and is not running. */
  async #unwritten(ctx: AccountContext, setID: string): Promise<{ set: ChangeSet; work: ChangeSetAction }> {
    const held = await this.#held(ctx, setID);
    const { status, appliedCount, isDirect } = held.set;
    if (isWorking(held.set)) throw changeSetProblems.change_set_busy();
    if (!is.mendable(status) || appliedCount > 0 || isDirect)
      throw problems.conflict({ message: 'The rows of this set can no longer be changed' });
    return held;
  }

  /** Whether a set that should be in this phase has lost its delivery and has to be resumed. */
  #isResumed(ctx: AccountContext, set: ChangeSet, phase: ChangeSetPhase): boolean {
    if (!isWorking(set)) return false;
    const isStalled = ctx.clock.now().getTime() - set.updatedAt.getTime() > stalledAfter;
    if (set.status !== phase || !isStalled) throw changeSetProblems.change_set_busy();
    return true;
  }

  /** Runs a small set now and passes a large one to the workers. */
  async #go(ctx: AccountContext, set: ChangeSet, work: ChangeSetAction): Promise<ChangeSetReply> {
    if (isJob(ctx, set)) await enqueue(ctx, set);
    else while ((await advance(ctx, set, work)) === 'more');
    return this.view(ctx, set);
  }
}

/** Whether the set has written rows and its action can be undone. */
function canUndo(set: ChangeSet, work: ChangeSetAction): boolean {
  if (!is.applied(set.status) && !(is.failed(set.status) && set.failedIn !== 'checking')) return false;
  return work.undo !== undefined && set.appliedCount > 0 && !set.rowsPrunedAt;
}
