import { z } from 'zod';
import { endpoint, noContent } from './endpoint.ts';
import { booleanText, filterValue, listOf, listQuery, pageQuery, repeated } from './list-query.ts';
import { defineProblems } from './problem.ts';
import { declareStates, type StateOf } from './states.ts';

const ownRight = 'What the set changes names the right that is needed; it is checked for the set';

/** Most ids of one bulk call, which fit a body of 1 MB; the filter of the list may match any number. */
export const largestBulkSelection = 20_000;

/** The ids that a bulk action is for; thousands of them are a job. */
export const selectedIDs = (one: string, several: string) =>
  z
    .array(z.string().max(100))
    .min(1, { error: `Choose at least one ${one}` })
    .max(largestBulkSelection, {
      error:
        `At most ${largestBulkSelection.toLocaleString('en-US')} ${several} at a time; ` +
        'send the filter of the list instead',
    });

/**
 * The body of a bulk action: ids under the name `ids`, or the filter of the list, and what the action needs beside. A
 * filter that restricts nothing means every record there is, which has to be said: `all: true`.
 */
export function bulkBody<
  const IDs extends string,
  Filter extends z.ZodType<Record<string, unknown>>,
  More extends z.core.$ZodLooseShape = Record<never, never>,
>({ ids, one, several, filter, more }: { ids: IDs; one: string; several: string; filter: Filter; more?: More }) {
  const chosen = { [ids]: selectedIDs(one, several).optional() } as Record<
    IDs,
    z.ZodOptional<ReturnType<typeof selectedIDs>>
  >;
  const shape = { ...chosen, filter: filter.optional(), all: z.boolean().optional(), ...((more ?? {}) as More) };
  return z.strictObject(shape).superRefine((body, ctx) => {
    const { [ids]: given, filter: matching, all } = body as Record<string, unknown>;
    const refuse = (field: string, message: string) => ctx.addIssue({ code: 'custom', path: [field], message });
    if ((given === undefined) === (matching === undefined)) refuse(ids, `Send ${ids} or filter`);
    else if (given !== undefined && all !== undefined) refuse('all', 'This goes with a filter only');
    else if (matching && !all && Object.values(matching).every((value) => value === undefined))
      refuse('filter', `This filter means all ${several}; send all: true if that is what you want`);
  });
}

/**
 * The life of a set: rows are staged, checked (the dry run), then it is `ready`; `applying` until every chunk is
 * written, `applied`; `undoing`, `undone`. A set that broke down is `failed` with its reason and can be resumed;
 * `cancelled` was given up before anything was written.
 */
export const changeSetStates = declareStates('change_set', {
  staging: {
    name: 'Being prepared',
    tone: 'progress',
    is: ['staging', 'mendable', 'unwritten', 'idle', 'early', 'cancellable'],
  },
  checking: { name: 'Being checked', tone: 'progress', is: ['working', 'checking', 'early', 'cancellable'] },
  ready: { name: 'Ready', tone: 'info', is: ['ready', 'mendable', 'unwritten', 'idle', 'early', 'cancellable'] },
  applying: { name: 'Being applied', tone: 'progress', is: ['working', 'writing', 'applying'] },
  applied: { name: 'Applied', tone: 'success', is: ['applied', 'done', 'settled'] },
  undoing: { name: 'Being undone', tone: 'progress', is: ['working', 'writing', 'undoing'] },
  undone: { name: 'Undone', tone: 'neutral', is: ['undone', 'done', 'withdrawn', 'settled'] },
  cancelled: { name: 'Cancelled', tone: 'neutral', is: ['cancelled', 'unwritten', 'withdrawn'] },
  failed: { name: 'Stopped', tone: 'danger', is: ['failed', 'mendable', 'cancellable', 'settled'] },
});
export type ChangeSetStatus = StateOf<typeof changeSetStates>;

/** What applying does, or did, with a row. `skip` is left out on purpose with a reason, `error` cannot be applied. */
export const rowEffects = ['create', 'update', 'delete', 'unchanged', 'skip', 'error'] as const;
export type RowEffect = (typeof rowEffects)[number];

/**
 * A message about one cell or, with an empty field, about the whole row. `field` is the field's name in the import or
 * record.
 */
export const rowMessage = z.object({ field: z.string(), message: z.string() });
export type RowMessage = z.output<typeof rowMessage>;

/** What is said about a row that a person left out. */
export const leftOutMessage = 'Left out';
/** The fault of a row that is refused because of another one of its record. */
export const becauseOf = (row: number | '%'): string => `Row ${row} belongs to the same record and has an error`;

const rowCounts = z.object({
  create: z.int(),
  update: z.int(),
  delete: z.int(),
  unchanged: z.int(),
  skip: z.int(),
  error: z.int(),
  /** Rows with at least one warning, whatever their effect. */
  warning: z.int(),
});
export type RowCounts = z.output<typeof rowCounts>;

/** Many changes that are checked, applied and undone as one. */
export const changeSet = z.object({
  /** `chs_...` */
  id: z.string(),
  /** Unique name of the work: `products.import`, `customers.delete`. */
  action: z.string(),
  /** What people call it: 'Import of gloves.csv', 'Delete 2,412 customers'. */
  title: z.string(),
  /** Type of the records it changes, as in `records`. */
  recordType: z.string(),
  /** Right that applying and undoing it need. */
  permission: z.string(),
  status: changeSetStates.code,
  /**
   * Work under way: rows done of all rows of this phase; null when nothing runs. `startedAt` gives rate and time left.
   */
  progress: z.object({ done: z.int(), total: z.int(), startedAt: z.iso.datetime() }).nullable(),
  rowCount: z.int(),
  /** Whether it has so many rows that its steps are jobs with progress, rather than done inside the call. */
  isJob: z.boolean(),
  counts: rowCounts,
  /** Rows that stand written: of a set that failed half-way those of the finished chunks. */
  appliedCount: z.int(),
  /** Why it failed, in words; null otherwise. */
  failure: z.string().nullable(),
  /** What a failed set was doing: `checkChangeSet`, `applyChangeSet` or `undoChangeSet` goes on with it. */
  failedIn: z.enum(['checking', 'applying', 'undoing']).nullable(),
  /**
   * Whether the caller can ask for `undo`: something is written, its kind of work can be undone and its rows are still
   * kept (90 days). Later changes may still refuse it.
   */
  canUndo: z.boolean(),
  createdBy: z.object({ type: z.enum(['user', 'api_key', 'system']), name: z.string() }),
  createdAt: z.iso.datetime(),
  appliedAt: z.iso.datetime().nullable(),
  undoneAt: z.iso.datetime().nullable(),
  version: z.int(),
});
export type ChangeSet = z.output<typeof changeSet>;

/** One row of a set with the effect it has. */
export const changeSetRow = z.object({
  /** The row's number as text, unique in its set. */
  id: z.string(),
  /** Position from 1; of an import the line of the file without counting headings. */
  row: z.int(),
  /** What names the record: its number, SKU or name. */
  label: z.string(),
  /** Record that the row changes, or changed; null before it is created. */
  recordID: z.string().nullable(),
  effect: z.enum(rowEffects),
  /** Whether the effect has been written. */
  isApplied: z.boolean(),
  /** Cells as they were staged, by field; empty for bulk actions. */
  values: z.record(z.string(), z.string()),
  /** Fields that change, as people read them; null `from` for what is created. */
  changes: z.array(z.object({ field: z.string(), label: z.string(), from: z.unknown(), to: z.unknown() })),
  /** Why it is skipped or refused, cell by cell. */
  errors: z.array(rowMessage),
  warnings: z.array(rowMessage),
});
export type ChangeSetRow = z.output<typeof changeSetRow>;

export const listChangeSets = endpoint({
  name: 'listChangeSets',
  method: 'GET',
  path: '/v1/change-sets',
  summary: 'Lists imports and bulk changes, newest first; only those of records the caller may read.',
  signedIn: ownRight,
  query: listQuery({
    sortBy: ['createdAt'],
    filters: {
      statuses: repeated(changeSetStates.code),
      actions: repeated(z.string()),
      recordTypes: repeated(z.string()),
    },
  }),
  reply: listOf(changeSet),
});

export const getChangeSet = endpoint({
  name: 'getChangeSet',
  method: 'GET',
  path: '/v1/change-sets/{changeSetID}',
  summary: 'Reads a change set with its progress.',
  signedIn: ownRight,
  reply: changeSet,
});

/**
 * Rows in file order, as far as they have been checked. `effects`, `hasWarnings` filter; `query` finds parts of label,
 * values and messages; `field` keeps rows with a message at that field. Rows are kept for 90 days after the set was
 * applied.
 */
export const listChangeSetRows = endpoint({
  name: 'listChangeSetRows',
  method: 'GET',
  path: '/v1/change-sets/{changeSetID}/rows',
  summary: 'Lists the rows of a change set with their effect.',
  signedIn: ownRight,
  query: z.strictObject({
    ...pageQuery.shape,
    effects: repeated(z.enum(rowEffects)),
    hasWarnings: booleanText,
    field: filterValue(z.string()),
  }),
  reply: listOf(changeSetRow),
});

/**
 * What is wrong with the rows of a change set, each fault once, that of most rows first, at most 100; `count` is of
 * all. `rows` are the first 200 of its rows, `values` the first three texts of the cells at fault. What a row is
 * refused for because of another one is not told.
 */
export const getChangeSetFaults = endpoint({
  name: 'getChangeSetFaults',
  method: 'GET',
  path: '/v1/change-sets/{changeSetID}/faults',
  summary: 'Tells what is wrong with the rows of a change set, each fault once.',
  signedIn: ownRight,
  reply: z.object({
    faults: z.array(
      z.object({
        field: z.string(),
        message: z.string(),
        rowCount: z.int(),
        rows: z.array(z.int()),
        values: z.array(z.string()),
      }),
    ),
    count: z.int(),
  }),
});
export type ChangeSetFault = z.output<typeof getChangeSetFaults.reply>['faults'][number];

/**
 * Checks the rows that are not written yet against the records as they are now: after a failure because somebody
 * changed one of them since. Up to 2,000 rows the answer is checked, above it is 'checking'.
 */
export const checkChangeSet = endpoint({
  name: 'checkChangeSet',
  method: 'POST',
  path: '/v1/change-sets/{changeSetID}/actions/check',
  isLong: true,
  summary: 'Checks the rows of a change set again.',
  signedIn: ownRight,
  body: z.strictObject({ version: z.int().optional() }),
  reply: changeSet,
});

/**
 * Writes the set. Rows with errors refuse the whole set (409 `rows_have_errors`) unless `skipErrors` is true. A set of
 * at most 2,000 rows is applied when this answers; a larger one answers 'applying' and is watched with `getChangeSet`.
 * Also resumes a failed set.
 */
export const applyChangeSet = endpoint({
  name: 'applyChangeSet',
  method: 'POST',
  path: '/v1/change-sets/{changeSetID}/actions/apply',
  isLong: true,
  summary: 'Applies a change set.',
  signedIn: ownRight,
  body: z.strictObject({ skipErrors: z.boolean().default(false), version: z.int().optional() }),
  reply: changeSet,
});

/**
 * Takes back everything the set did, as one; 409 `undo_refused` names what depends on it since (`details.refusals`, the
 * first 100 of `details.count`), and nothing is undone. Also resumes an undo that failed.
 */
export const undoChangeSet = endpoint({
  name: 'undoChangeSet',
  method: 'POST',
  path: '/v1/change-sets/{changeSetID}/actions/undo',
  isLong: true,
  summary: 'Undoes a change set.',
  signedIn: ownRight,
  body: z.strictObject({
    version: z.int().optional(),
    /** Only says whether it would be refused: answers the set as it is, or the same 409. */
    dryRun: z.boolean().optional(),
  }),
  reply: changeSet,
});

/** Gives up a set of which nothing is written; an applied one is 409 `conflict`. Its rows are removed. */
export const cancelChangeSet = endpoint({
  name: 'cancelChangeSet',
  method: 'DELETE',
  path: '/v1/change-sets/{changeSetID}',
  summary: 'Cancels a change set that is not applied.',
  signedIn: ownRight,
  reply: noContent,
});

/**
 * The answer of a bulk action: what was done and refused at once, or the set that does it as a job (over 2,000 rows).
 */
export const bulkAnswer = z.object({
  done: z.int(),
  refused: z.array(z.object({ id: z.string(), label: z.string(), reason: z.string() })),
  /** Set when the action runs as a job; `done` is 0 then and `getChangeSet` shows the progress. */
  changeSetID: z.string().nullable(),
  /**
   * The set that `undoChangeSet` takes back; null where nothing was done, or where this kind of work cannot be undone.
   */
  undoChangeSetID: z.string().nullable(),
});
export type BulkAnswer = z.output<typeof bulkAnswer>;

/** What a bulk action would do. */
export const bulkPreview = z.object({
  /** Records that it would change. */
  allowed: z.int(),
  /** Why others would be refused, the most frequent reason first, with some of their numbers or names. */
  refused: z.array(z.object({ reason: z.string(), count: z.int(), labels: z.array(z.string()) })),
});
export type BulkPreview = z.output<typeof bulkPreview>;

export const changeSetProblems = defineProblems({
  rows_have_errors: { status: 409, message: 'Some rows have errors; correct them, or apply without them' },
  undo_refused: { status: 409, message: 'Later changes depend on this set; it cannot be undone' },
  change_set_busy: { status: 409, message: 'This set is being worked on' },
});
