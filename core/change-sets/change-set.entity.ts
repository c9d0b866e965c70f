import { defineEntity, type InferEntity } from '@mikro-orm/core';
import { type ChangeSetStatus, changeSetStates, type RowCounts, rowEffects } from '../contracts/change-set.contract.ts';
import { accountColumn, column, tenantColumns, tenantTable } from '../database/tenant-entity.ts';
import type { Actor } from '../kernel/context.ts';
import { changeSetIs } from './change-set-is.ts';
import type { WrittenVersions } from './change-set-work.ts';
import type { ChangeName } from './packed-changes.ts';

const oneOf = (values: readonly string[]): string => values.map((value) => `'${value}'`).join(', ');

/** What a set was doing: its status while it works, and where a failed one broke down. */
export type ChangeSetPhase = Extract<ChangeSetStatus, 'checking' | 'applying' | 'undoing'>;
const phases: readonly ChangeSetPhase[] = ['checking', 'applying', 'undoing'];

/** Many changes that are checked, applied and undone as one. The row is the lock under which its rows are written. */
export const ChangeSet = defineEntity({
  ...tenantTable('core', 'change_set'),
  name: 'ChangeSet',
  properties: {
    ...tenantColumns(),
    action: column.text(),
    title: column.text(),
    recordType: column.text(),
    options: column.json<Record<string, unknown>>(),
    status: column.text().$type<ChangeSetStatus>(),
    /** True for bulk actions: nobody reviews the rows first, each is judged right before it is written. */
    isDirect: column.boolean(),
    skipErrors: column.boolean().default(false),
    rowCount: column.integer().default(0),
    counts: column.json<RowCounts>(),
    /** What its rows change, by the places that their changes refer to. */
    names: column.json<ChangeName[]>().defaultRaw("'[]'"),
    /** Rows done, and to be done, of the phase that runs. */
    done: column.integer().default(0),
    total: column.integer().default(0),
    phaseStartedAt: column.timestamp().nullable(),
    /** Keys are worked on in the order of their first rows; checked up to this one. */
    checkedThrough: column.integer().default(0),
    /** Written up to the key of this first row; undoing moves it back. */
    appliedThrough: column.integer().default(0),
    /** Rows that stand written. */
    appliedCount: column.integer().default(0),
    /** Number of the delivery that may work on it; a delivery of an earlier number is stale. */
    slice: column.integer().default(0),
    failure: column.text().nullable(),
    failedIn: column.text().$type<ChangeSetPhase>().nullable(),
    createdByType: column.text().$type<Actor['type']>(),
    createdByID: column.id(),
    createdByName: column.text(),
    /** In whose name it works: who asked for the step under way, with the rights they have then. */
    runAs: column.json<Pick<Actor, 'type' | 'id' | 'name'>>(),
    /** Request that asked for the step under way; the audit trail names it. */
    requestID: column.text(),
    appliedAt: column.timestamp().nullable(),
    undoneAt: column.timestamp().nullable(),
    rowsPrunedAt: column.timestamp().nullable(),
  },
  indexes: [{ properties: ['accountID', 'createdAt', 'id'] }],
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
 * A row of a set. It refers to its set without a foreign key: only the engine writes rows, under the set's lock, and a
 * check per row would cost a tenth of the time of staging.
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
    /** First row of the same key; rows of a key are worked on together. */
    keyRow: column.integer(),
    recordID: column.id().nullable(),
    cells: column.json<Record<string, string>>(),
    /** Left out by a person: skipped without being judged. */
    isExcluded: column.boolean().default(false),
    /** Null until it was judged. */
    effect: column.text().$type<(typeof rowEffects)[number]>().nullable(),
    /** Whether its key has something to write: then all rows of the key are judged again before it is. */
    isOfWriting: column.boolean().default(false),
    label: column.text().default(''),
    /** Packed, with the set's names. */
    changes: column.json<unknown[]>(),
    /** Of the changes as they were shown; null until it was judged. */
    changesDigest: column.text().nullable(),
    errors: column.json<unknown[]>(),
    warnings: column.json<unknown[]>(),
    hasWarnings: column.boolean().default(false),
    /**
     * Refused or left out. A column of its own, so that judging a row that is neither changes nothing that is indexed.
     */
    isProblem: column.boolean().generated("(coalesce(effect in ('error', 'skip'), false)) stored"),
    undo: column.json<unknown>().nullable(),
    /** Of what it wrote, while it stands written. */
    versions: column.json<WrittenVersions>().nullable(),
    appliedAt: column.timestamp().nullable(),
  },
  indexes: [
    { properties: ['accountID', 'changeSetID', 'keyRow', 'row'] },
    // What people look for is rare; an index over all effects would cost every row an update.
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
 * What undoing left of a record: it is as it was at `version`, and has the version `standsAs` now. Sets that wrote
 * `version` can be undone as if nothing had come between. A later write by anybody gives the record a version that
 * stands for nothing.
 */
export const RestoredVersion = defineEntity({
  ...tenantTable('core', 'restored_version'),
  name: 'RestoredVersion',
  properties: {
    ...accountColumn(),
    /** Of the record, or the name of a part of it. */
    recordID: column.id().primary(),
    version: column.integer().primary(),
    standsAs: column.integer(),
    restoredAt: column.timestamp(),
  },
  uniques: [{ properties: ['accountID', 'recordID', 'standsAs'] }],
});
export type RestoredVersion = InferEntity<typeof RestoredVersion>;
