import type { PermissionCode } from '../../contracts/plugins/permission.ts';
import type { RowEffect, RowMessage } from '../../contracts/work/change-set.contract.ts';
import type { AccountContext } from '../../kernel/context/context.ts';

/** A staged row. */
export interface StagedRow {
  /** Position from 1. */
  row: number;
  /**
   * Identifies a record within the set: SKU, order number, id. Rows with the same key are checked and applied together
   * in row order, so several rows may form one record (an order and its lines).
   */
  key: string;
  /** The record in a bulk action; null for imports. */
  recordID: string | null;
  /** Cells by field. */
  values: Readonly<Record<string, string>>;
}

/** A changed field in readable form. */
export interface RowChange {
  field: string;
  label: string;
  from: unknown;
  to: unknown;
}

/** The expected effect of a row. */
export interface RowVerdict<Data = unknown> {
  row: number;
  label: string;
  effect: RowEffect;
  /** The changed record; null for one to be created. */
  recordID: string | null;
  changes: RowChange[];
  errors: RowMessage[];
  warnings: RowMessage[];
  /**
   * Data for `apply` besides the cells: resolved ids, parsed values. Not stored, because rows are checked again just
   * before they are written.
   */
  data: Data;
}

/** The versions of a written record or part before and after the set; null if it did not exist. */
export interface WrittenVersion {
  found: number | null;
  left: number | null;
}

/**
 * By id: of the record, and of each of its parts that has a version, such as addresses. A part that shares its record's
 * id uses another name.
 */
export type WrittenVersions = Readonly<Record<string, WrittenVersion>>;

/** An applied row with the data for undoing it. */
export interface AppliedRow {
  row: number;
  recordID: string | null;
  /** Previous fields as JSON; null if there is nothing to undo. */
  undo: unknown;
  /**
   * Empty if there is nothing to undo. In an undo, `left` is the expected version: the one that the set left, or its
   * equivalent after later sets were written and undone.
   */
  versions: WrittenVersions;
}

/** The set to be undone, for `refusals`. */
export interface UndoneSet {
  changeSetID: string;
  /**
   * The ids among these of records that the set created. They are deleted too, so records that refer only to them do
   * not prevent the undo.
   */
  createdByIt(recordIDs: readonly string[]): Promise<ReadonlySet<string>>;
  /**
   * The ids among these of records that the set created or changed. They are deleted or restored too, so they do not
   * prevent the undo.
   */
  writtenByIt(recordIDs: readonly string[]): Promise<ReadonlySet<string>>;
}

/** Options of the whole set as JSON. */
export type WorkOptions = Readonly<Record<string, unknown>>;

/**
 * A kind of action that runs as change sets. Each step gets a chunk of about 1,000 rows in a transaction of the tenant
 * role and works on sets, with a fixed number of statements per chunk. After a crash a step may run again, but each
 * chunk commits only once, because its rows are marked in the same transaction.
 */
export interface ChangeSetAction<Data = unknown> {
  /** Unique: `products.import`, `customers.delete`. */
  action: string;
  recordType: string;
  /** Right to start, apply and undo; reading the set needs the right to read the record type. */
  permission: PermissionCode;
  /** True if keys that differ only by case are checked together, because such records cannot coexist. */
  hasCaselessKeys?: boolean;
  /**
   * True if no verdict depends on the writing of other rows in the set. Rows are then checked while earlier ones are
   * being written, and `check` must use statements and load no entities. False by default.
   */
  isIndependent?(options: WorkOptions): boolean;
  /** Runs once before the first row of a set is written; may refuse it with a Problem. */
  begin?(ctx: AccountContext, setID: string): Promise<void>;
  /**
   * Checks rows against the current records, without writing, and returns a verdict per row. It runs again just before
   * `apply`: if a row's effect, record or changes then differ from those that the person saw, the set stops. So
   * `changes` contain names instead of ids, which an earlier chunk of the set may have created. An error in a row
   * refuses all rows of its key.
   */
  check(ctx: AccountContext, rows: readonly StagedRow[], options: WorkOptions): Promise<RowVerdict<Data>[]>;
  /**
   * Writes rows with the effect create, update or delete, with audit, events and search documents like a single change.
   * The engine adds the set's title to every audit entry. Flushes created records.
   */
  apply(
    ctx: AccountContext,
    rows: readonly (StagedRow & RowVerdict<Data>)[],
    options: WorkOptions,
  ): Promise<AppliedRow[]>;
  /** Undoes rows, the last chunk first. Absent if the action cannot be undone. */
  undo?: {
    /**
     * Returns the reasons against the undo because of later changes, by row: above all a record whose version is not
     * `left`. If there is any in the whole set, nothing is undone. Locks the rows that `apply` will write.
     */
    refusals(
      ctx: AccountContext,
      rows: readonly AppliedRow[],
      set: UndoneSet,
    ): Promise<{ row: number; label: string; reason: string }[]>;
    /**
     * Restores the previous state and returns the versions of the restored records, by the names in `versions`, so that
     * earlier sets can be undone too. A record restored after a deletion has its old version or a higher one.
     */
    apply(ctx: AccountContext, rows: readonly AppliedRow[]): Promise<ReadonlyMap<string, number>>;
  };
}
