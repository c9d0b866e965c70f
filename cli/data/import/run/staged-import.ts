import { setTimeout as pause } from 'node:timers/promises';
import { type AdministratorContext, CommandFailure, exitCodes, type ProgressLine, refusal } from '@millwright/core/cli';
import {
  ApiError,
  applyChangeSet,
  type ChangeSet,
  cancelChangeSet,
  createImport,
  type EndpointInput,
  getImport,
  type ImportSet,
  updateImport,
  updateImportRow,
} from '@millwright/core/contracts';
import { changeSetStates } from '../../../../core/contracts/work/change-set.contract.ts';
import type { ImportChange } from '../import-choices.ts';
import type { SourceFile } from '../source-file.ts';

const firstLook = 100;
const longestLook = 1_500;
/**
 * Milliseconds that an interrupted command waits for the server, so that it can cancel an import that is just being
 * staged.
 */
const lastWait = 8_000;

const labels = { checking: 'Checking', applying: 'Importing', undoing: 'Undoing' } as const;

type UploadQuery = Omit<EndpointInput<typeof createImport>['query'], 'type' | 'fileName' | 'linesFrom' | 'linesName'>;

const isWorking = ({ status }: ChangeSet): boolean => status in labels;

/** Polls a set until its work rests, with increasing pauses, and shows the progress. */
export async function untilAtRest<T extends ChangeSet>(
  ctx: AdministratorContext,
  first: T,
  look: () => Promise<T>,
): Promise<T> {
  let set = first;
  let shown: { phase: string; line: ProgressLine } | undefined;
  let wait = firstLook;
  try {
    while (isWorking(set)) {
      if (shown?.phase !== set.status) {
        await shown?.line.end();
        const total = set.progress?.total;
        shown = { phase: set.status, line: await ctx.progress(labels[set.status as keyof typeof labels], { total }) };
      }
      if (set.progress) shown.line.update(set.progress.done, set.progress.total);
      await pause(wait, undefined, { signal: ctx.signal });
      wait = Math.min(longestLook, wait * 1.5);
      set = await look();
    }
    if (shown && !changeSetStates.is.failed(set.status)) shown.line.update(first.progress?.total ?? first.rowCount);
  } finally {
    await shown?.line.end();
  }
  return set;
}

/** Hint on how to view and undo a set. */
export const waysOn = (id: string): string =>
  `Look at it: millwright import show ${id}\nTake it back: millwright import undo ${id}`;

/**
 * An uploaded file on the server. Before `apply`, it is cancelled when the command ends for any reason. Afterwards the
 * server continues by itself, and the command says so if it ends earlier.
 */
export class StagedImport {
  readonly #ctx: AdministratorContext;
  #set: ImportSet;
  #state: 'open' | 'applying' | 'settled' = 'open';
  #applying: Promise<ChangeSet> | undefined;

  private constructor(ctx: AdministratorContext, set: ImportSet) {
    this.#ctx = ctx;
    this.#set = set;
  }

  static async upload(
    ctx: AdministratorContext,
    type: string,
    { name, bytes, lines }: SourceFile & { lines?: SourceFile | undefined },
    reading: UploadQuery,
  ): Promise<StagedImport> {
    // Ctrl-C does not abort this call: the server may have the file already, and the staged import then has to be
    // cancelled.
    const cut = new AbortController();
    const answer = ctx.client.call(
      createImport,
      {
        query: { ...reading, type, fileName: name, ...(lines ? { linesFrom: bytes.size, linesName: lines.name } : {}) },
        body: lines ? new Blob([bytes, lines.bytes]) : bytes,
      },
      { signal: cut.signal },
    );
    let staged: StagedImport | undefined;
    ctx.onEnd(async () => {
      const timer = setTimeout(() => cut.abort(), lastWait);
      const set = await answer.catch(() => undefined);
      clearTimeout(timer);
      if (set) await (staged ?? new StagedImport(ctx, set)).#leave();
    });
    const progress = await ctx.progress(`Reading ${name}`, { total: bytes.size, unit: 'bytes' });
    try {
      const set = await Promise.race([answer, rejectedAt(ctx.signal)]);
      progress.update(bytes.size);
      staged = new StagedImport(ctx, set);
    } finally {
      await progress.end();
    }
    await staged.#rest();
    return staged;
  }

  get set(): ImportSet {
    return this.#set;
  }

  /** Changes mapping or options; resolves when all rows are checked again. */
  async change(change: ImportChange): Promise<void> {
    const { client, signal } = this.#ctx;
    const importID = this.#set.id;
    this.#set = await client.call(updateImport, { params: { importID }, body: change }, { signal });
    await this.#rest();
  }

  /** Corrects cells of a row, or excludes it. */
  async changeRow(row: number, body: { values?: Record<string, string>; isSkipped?: boolean }): Promise<void> {
    const params = { importID: this.#set.id, row: String(row) };
    const answer = await this.#ctx.client.call(updateImportRow, { params, body }, { signal: this.#ctx.signal });
    this.#set = answer.import;
  }

  /** Applies the import; answers the result. */
  async apply(skipErrors: boolean): Promise<ImportSet> {
    this.#ctx.signal.throwIfAborted();
    const { id, rowCount, isJob } = this.#set;
    this.#state = 'applying';
    const params = { changeSetID: id };
    // Ctrl-C does not abort this call, because the answer says whether the import has begun.
    const signal = new AbortController().signal;
    const answer = this.#ctx.client.call(applyChangeSet, { params, body: { skipErrors } }, { signal });
    this.#applying = answer;
    // A larger set is applied by a job, whose progress is shown.
    const progress = isJob ? undefined : await this.#ctx.progress('Importing', { total: rowCount });
    let first: ChangeSet;
    try {
      first = await Promise.race([answer, rejectedAt(this.#ctx.signal)]);
      progress?.update(rowCount);
    } catch (error) {
      if (error instanceof ApiError && error.status !== 0) this.#state = 'open';
      else if (error instanceof ApiError) throw lostSight(id, error);
      throw error;
    } finally {
      await progress?.end();
    }
    this.#set = { ...this.#set, ...first };
    await this.#rest();
    this.#state = 'settled';
    if (changeSetStates.is.failed(this.#set.status))
      throw refusal('import_failed', `The import stopped: ${this.#set.failure ?? 'no reason was given'}`, {
        hint: `${this.#set.appliedCount} rows stand written.\n${waysOn(id)}`,
      });
    return this.#set;
  }

  /** Cancels the import; only an entry in the log is left. */
  async cancel(): Promise<void> {
    if (this.#state !== 'open') return;
    this.#state = 'settled';
    // Works after Ctrl-C too, when the command's own signal is aborted.
    const options = { signal: AbortSignal.timeout(lastWait) };
    await this.#ctx.client.call(cancelChangeSet, { params: { changeSetID: this.#set.id } }, options);
  }

  async #rest(): Promise<void> {
    const params = { importID: this.#set.id };
    const look = () => this.#ctx.client.call(getImport, { params }, { signal: this.#ctx.signal });
    try {
      this.#set = await untilAtRest(this.#ctx, this.#set, look);
    } catch (error) {
      if (this.#state === 'applying' && error instanceof ApiError && error.status === 0)
        throw lostSight(this.#set.id, error);
      throw error;
    }
    if (changeSetStates.is.failed(this.#set.status) && this.#state === 'open')
      throw refusal('check_failed', `The file could not be checked: ${this.#set.failure ?? 'no reason was given'}`);
  }

  /** Called at the end of the command. */
  async #leave(): Promise<void> {
    if (this.#state === 'open') {
      await this.cancel();
      return;
    }
    if (this.#state === 'settled' || !this.#ctx.signal.aborted) return;
    const { id } = this.#set;
    const late = pause(lastWait, undefined, { ref: false });
    const set = await Promise.race([this.#applying, late]).catch((error: unknown) => error);
    if (set instanceof ApiError && set.status !== 0) {
      this.#state = 'open';
      await this.cancel();
      return;
    }
    const isDone = changeSetStates.is.applied((set as ChangeSet | undefined)?.status);
    this.#ctx.note(
      `${isDone ? 'The server has finished the import.' : 'The server goes on with the import.'}\n${waysOn(id)}`,
    );
  }
}

const lostSight = (id: string, cause: ApiError): CommandFailure =>
  new CommandFailure({
    message: `${cause.message}. The import may go on without this command`,
    code: cause.code,
    exitCode: exitCodes.unreachable,
    hint: waysOn(id),
    cause,
  });

const rejectedAt = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    else signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
