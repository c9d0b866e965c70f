import { defineEntity, type InferEntity } from '@mikro-orm/core';
import {
  type ChangeSetStatus,
  changeSetStates,
  type RowCounts,
  rowEffects,
} from '../contracts/work/change-set.contract.ts';
import { accountColumn, column, tenantColumns, tenantTable } from '../database/tenant-entity.ts';
import type { Actor } from '../kernel/context/context.ts';
import { changeSetIs } from './change-set-is.ts';
import type { ChangeName } from './rows/change-name.ts';
import type { WrittenVersions } from './run/change-set-action.ts';

const oneOf = (values: readonly string[]): string => values.map((value) => `'${value}'`).join(', ');

/** Phase of a set: its status while it runs, and the place of a failure. */
export type ChangeSetPhase = Extract<ChangeSetStatus, 'checking' | 'applying' | 'undoing'>;
const phases: readonly ChangeSetPhase[] = ['checking', 'applying', 'undoing'];

/** A set of changes that are checked, applied and undone together. Its row is locked while its rows are written. */
export const ChangeSet = defineEntity({
  ...tenantTable('core', 'change_set', {
    jobColumns: {
      select: ['account_id', 'status', 'rows_pruned_at', 'updated_at', 'applied_at', 'applied_count'],
      update: [],
      why: 'accounts with sets that are old enough to be removed',
    },
  }),
  name: 'ChangeSet',
  properties: {
    ...tenantColumns(),
    action: column.text(),
    title: column.text(),
    recordType: column.text(),
    options: column.json<Record<string, unknown>>(),
    status: column.text().$type<ChangeSetStatus>(),
    /** True for bulk actions: nobody reviews the rows first; each is checked just before it is written. */
    isDirect: column.boolean(),
    skipErrors: column.boolean().default(false),
    rowCount: column.integer().default(0),
    counts: column.json<RowCounts>(),
    /** Names of the changed fields; the rows' changes refer to them by index. */
    names: column.json<ChangeName[]>().defaultRaw("'[]'"),
    /** Finished rows and all rows of the running phase. */
    done: column.integer().default(0),
    total: column.integer().default(0),
    phaseStartedAt: column.timestamp().nullable(),
    /** Rows are checked up to the key with this first row; keys are processed in the order of their first rows. */
    checkedThrough: column.integer().default(0),
    /** Rows are written up to the key with this first row; undoing moves it back. */
    appliedThrough: column.integer().default(0),
    /** Number of rows that are written now. */
    appliedCount: column.integer().default(0),
    /** Number of the current delivery; deliveries with an earlier number are stale. */
    slice: column.integer().default(0),
    failure: column.text().nullable(),
    failedIn: column.text().$type<ChangeSetPhase>().nullable(),
    createdByType: column.text().$type<Actor['type']>(),
    createdByID: column.id(),
    createdByName: column.text(),
    /** The identity that requested the running step, whose current rights apply. */
    runAs: column.json<Pick<Actor, 'type' | 'id' | 'name'>>(),
    /** Request of the running step, for the audit trail. */
    requestID: column.text(),
    appliedAt: column.timestamp().nullable(),
    undoneAt: column.timestamp().nullable(),
    rowsPrunedAt: column.timestamp().nullable(),
  },
  indexes: [
    { properties: ['accountID', 'createdAt', 'id'] },
    { properties: ['updatedAt', 'accountID'], where: 'rows_pruned_at is null' },
  ],
  checks: [
    { name: 'change_set_status', expression: `status in (${oneOf(changeSetStates.codes)})` },
    { name: 'change_set_failed_in', expression: `failed_in in (${oneOf(phases)})` },
    { name: 'change_set_failure', expression: `(${changeSetIs.failed('status')}) = (failed_in is not null)` },
    { name: 'change_set_created_by', expression: "created_by_type in ('user', 'api_key', 'system')" },
    {
      name: 'change_set_amounts',
      expression: 'row_count >= 0 and done >= 0 and total >= 0 and applied_count between 0 and row_count',
    },
  ],
});
export type ChangeSet = InferEntity<typeof ChangeSet>;

/**
 * A row of a set. It has no foreign key to its set: only the engine writes rows, with a lock on the set, and a check
 * per row would take a tenth of the time of staging.
 */
export const ChangeSetRow = defineEntity({
  ...tenantTable('core', 'change_set_row'),
  name: 'ChangeSetRow',
  properties: {
    ...accountColumn(),
    changeSetID: column.id().primary(),
    /** Position from 1. */
    row: column.integer().primary(),
    key: column.text(),
    /** First row with the same key; rows of a key are processed together. */
    keyRow: column.integer(),
    recordID: column.id().nullable(),
    cells: column.json<Record<string, string>>(),
    /** Left out by a person: skipped without a check. */
    isExcluded: column.boolean().default(false),
    /** Null before the check. */
    effect: column.text().$type<(typeof rowEffects)[number]>().nullable(),
    /** Whether any row of its key writes something; all rows of the key are then checked again before the write. */
    isOfWriting: column.boolean().default(false),
    label: column.text().default(''),
    /** Packed with the set's names. */
    changes: column.json<unknown[]>(),
    /** Digest of the changes as shown; null before the check. */
    changesDigest: column.text().nullable(),
    errors: column.json<unknown[]>(),
    warnings: column.json<unknown[]>(),
    hasWarnings: column.boolean().default(false),
    /** Refused or left out. A separate column, so that checking any other row changes no indexed column. */
    isProblem: column.boolean().generated("(coalesce(effect in ('error', 'skip'), false)) stored"),
    undo: column.json<unknown>().nullable(),
    /** Versions of the written records while the row is applied. */
    versions: column.json<WrittenVersions>().nullable(),
    appliedAt: column.timestamp().nullable(),
  },
  indexes: [
    { properties: ['accountID', 'changeSetID', 'keyRow', 'row'] },
    // Searched rows are rare; an index over all effects would need an update for every row.
    { name: 'change_set_row_problem', properties: ['accountID', 'changeSetID', 'row'], where: 'is_problem' },
    {
      name: 'change_set_row_warnings',
      properties: ['accountID', 'changeSetID', 'row'],
      where: 'has_warnings',
    },
  ],
  checks: [
    { name: 'change_set_row_effect', expression: `effect in (${oneOf(rowEffects)})` },
    { name: 'change_set_row_number', expression: '"row" >= 1 and key_row >= 1' },
    { name: 'change_set_row_applied', expression: "applied_at is null or effect in ('create', 'update', 'delete')" },
  ],
});
export type ChangeSetRow = InferEntity<typeof ChangeSetRow>;

/**
 * Result of an undo for a record: its content is that of `version`, but its version is now `standsAs`. Sets that wrote
 * `version` can therefore be undone as if there had been no change since. A later write gives the record a version
 * without an equivalent.
 */
export const RestoredVersion = defineEntity({
  ...tenantTable('core', 'restored_version', {
    jobColumns: { select: ['account_id', 'restored_at'], update: [], why: 'accounts with marks to forget' },
  }),
  name: 'RestoredVersion',
  properties: {
    ...accountColumn(),
    /** Id of the record, or the name of a part of it. */
    recordID: column.id().primary(),
    version: column.integer().primary(),
    standsAs: column.integer(),
    restoredAt: column.timestamp(),
  },
  uniques: [{ properties: ['accountID', 'recordID', 'standsAs'] }],
  indexes: [{ properties: ['accountID', 'restoredAt'] }],
});
export type RestoredVersion = InferEntity<typeof RestoredVersion>;
