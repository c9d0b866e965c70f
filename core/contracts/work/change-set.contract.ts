import { z } from 'zod';
import { endpoint, noContent } from '../endpoints/endpoint.ts';
import { booleanText, filterValue, listOf, listQuery, pageQuery, repeated } from '../endpoints/list-query.ts';
import { defineProblems } from '../endpoints/problem.ts';
import { declareStates, type StateOf } from '../records/states.ts';

const ownRight = 'What the set changes names the right that is needed; it is checked for the set';

/**
 * Largest number of ids in one bulk call; they fit a body of 1 MB. A list's filter may select any number of records.
 */
export const largestBulkSelection = 20_000;

/** The ids of a bulk action. `one` and `several` name the records in messages; thousands of ids run as a job. */
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
 * The body of a bulk action: the ids under the name `ids` or the filter of the list, and further fields of the action.
 * A filter without any restriction would select every record, so it is accepted only with `all: true`.
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
 * The life of a change set. Its rows are staged and checked (the dry run), then it is `ready`. It is `applying` until
 * every chunk is written, then `applied`; likewise `undoing` and `undone`. A `failed` set has a reason and can be
 * resumed. A `cancelled` set was given up before anything was written.
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

/**
 * The effect of applying a row. `skip`: the row is left out on purpose, with a reason. `error`: the row cannot be
 * applied.
 */
export const rowEffects = ['create', 'update', 'delete', 'unchanged', 'skip', 'error'] as const;
export type RowEffect = (typeof rowEffects)[number];

/**
 * A message about one cell, or about the whole row if `field` is empty. `field` is a field's name in the import or
 * record.
 */
export const rowMessage = z.object({ field: z.string(), message: z.string() });
export type RowMessage = z.output<typeof rowMessage>;

/** The message of a row that a person left out. */
export const leftOutMessage = 'Left out';
/** The message of a row that is refused because another row of the same record has an error. */
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

/** A set of changes that are checked, applied and undone together. */
export const changeSet = z.object({
  /** `chs_...` */
  id: z.string(),
  /** Unique name of the action: `products.import`, `customers.delete`. */
  action: z.string(),
  /** Title for people: 'Import of gloves.csv', 'Delete 2,412 customers'. */
  title: z.string(),
  /** Type of the changed records, as in `records`. */
  recordType: z.string(),
  /** Right that applying and undoing need. */
  permission: z.string(),
  status: changeSetStates.code,
  /** Progress of the running phase in rows; null when nothing runs. Rate and remaining time follow from `startedAt`. */
  progress: z.object({ done: z.int(), total: z.int(), startedAt: z.iso.datetime() }).nullable(),
  rowCount: z.int(),
  /** True where the set has so many rows that its steps run as jobs with progress instead of inside the call. */
  isJob: z.boolean(),
  counts: rowCounts,
  /** Rows that are written now. In a set that failed half-way these are the rows of the finished chunks. */
  appliedCount: z.int(),
  /** Reason of the failure in words; null otherwise. */
  failure: z.string().nullable(),
  /** The phase in which the set failed. `checkChangeSet`, `applyChangeSet` or `undoChangeSet` resumes it. */
  failedIn: z.enum(['checking', 'applying', 'undoing']).nullable(),
  /**
   * Whether the caller may try `undo`: rows are written, the action can be undone and the rows are still kept (90
   * days). The undo may still be refused because of later changes.
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
  /** Position from 1. For an import, the line of the file not counting headings. */
  row: z.int(),
  /** The record's number, SKU or name. */
  label: z.string(),
  /** Id of the changed record; null before it is created. */
  recordID: z.string().nullable(),
  effect: z.enum(rowEffects),
  /** Whether the effect has been written. */
  isApplied: z.boolean(),
  /** Staged cells by field; empty for bulk actions. */
  values: z.record(z.string(), z.string()),
  /** Changed fields in readable form; `from` is null for a created record. */
  changes: z.array(z.object({ field: z.string(), label: z.string(), from: z.unknown(), to: z.unknown() })),
  /** Reasons for which the row is skipped or refused, by cell. */
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
 * Checked rows in file order. `effects` and `hasWarnings` filter; `query` searches label, values and messages; `field`
 * keeps rows with a message at that field. Rows are kept for 90 days after the set was applied.
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
 * Distinct faults of the rows of a change set, the most frequent first, at most 100; `count` is the number of all.
 * `rows` lists the first 200 rows with the fault, `values` the first three texts of the faulty cells. Rows that are
 * refused only because of another row are left out.
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
 * Checks the unwritten rows again against the current records, for example after the set failed because a record had
 * changed. The reply is checked up to 2,000 rows; a larger set is 'checking'.
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
 * at most 2,000 rows is applied before the reply; a larger one replies 'applying', and `getChangeSet` shows its
 * progress. Also resumes a failed set.
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
 * Undoes all changes of the set in one transaction, or none: 409 `undo_refused` names the records that depend on it
 * since (`details.refusals`, the first 100 of `details.count`). Also resumes a failed undo.
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
    /** Only checks whether the undo would be refused: replies with the unchanged set or the same 409. */
    dryRun: z.boolean().optional(),
  }),
  reply: changeSet,
});

/** Cancels a set before anything is written and removes its rows; 409 `conflict` for an applied set. */
export const cancelChangeSet = endpoint({
  name: 'cancelChangeSet',
  method: 'DELETE',
  path: '/v1/change-sets/{changeSetID}',
  summary: 'Cancels a change set that is not applied.',
  signedIn: ownRight,
  reply: noContent,
});

/**
 * The reply of a bulk action: the numbers done and refused, or the id of the set that runs it as a job (over 2,000
 * rows).
 */
export const bulkAnswer = z.object({
  done: z.int(),
  refused: z.array(z.object({ id: z.string(), label: z.string(), reason: z.string() })),
  /** Set when the action runs as a job; `done` is 0 then and `getChangeSet` shows the progress. */
  changeSetID: z.string().nullable(),
  /** The set to pass to `undoChangeSet`; null where nothing was done or the action cannot be undone. */
  undoChangeSetID: z.string().nullable(),
});
export type BulkAnswer = z.output<typeof bulkAnswer>;

/** The expected result of a bulk action. */
export const bulkPreview = z.object({
  /** Number of records that the action would change. */
  allowed: z.int(),
  /** Reasons for refusing the other records, the most frequent first, with some of the records' numbers or names. */
  refused: z.array(z.object({ reason: z.string(), count: z.int(), labels: z.array(z.string()) })),
});
export type BulkPreview = z.output<typeof bulkPreview>;

export const changeSetProblems = defineProblems({
  rows_have_errors: { status: 409, message: 'Some rows have errors; correct them, or apply without them' },
  undo_refused: { status: 409, message: 'Later changes depend on this set; it cannot be undone' },
  change_set_busy: { status: 409, message: 'This set is being worked on' },
});
