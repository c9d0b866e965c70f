import type { RowEffect, RowMessage } from '../contracts/change-set.contract.ts';
import type { PermissionCode } from '../contracts/permission.ts';
import type { AccountContext } from '../kernel/context.ts';

/** A row as it was staged. */
export interface StagedRow {
  /** Position from 1. */
  row: number;
  /**
   * What tells records apart within the set: the SKU, the order number, the record's id. Rows of one key are always
   * checked and applied together, in row order, so that several rows may make one record (an order and its lines).
   */
  key: string;
  /** The record of a bulk action; null for imports. */
  recordID: string | null;
  /** Cells by field. */
  values: Readonly<Record<string, string>>;
}

/** A field that a row changes, as people read it. */
export interface RowChange {
  field: string;
  label: string;
  from: unknown;
  to: unknown;
}

/** What applying a row will do. */
export interface RowVerdict<Data = unknown> {
  row: number;
  label: string;
  effect: RowEffect;
  /** The record it changes; null for one that is to be created. */
  recordID: string | null;
  changes: RowChange[];
  errors: RowMessage[];
  warnings: RowMessage[];
  /**
   * What `apply` needs beside the cells: resolved ids, parsed values. Not stored: rows are judged again right before
   * they are written.
   */
  data: Data;
}

/** The version that a set found of what it wrote, and the one it left; null where nothing was, or is no longer. */
export interface WrittenVersion {
  found: number | null;
  left: number | null;
}

/**
 * By the id of what was written: of the record, and of every part of it with a version of its own, such as its
 * addresses. What shares its record's id takes another name.
 */
export type WrittenVersions = Readonly<Record<string, WrittenVersion>>;

/** A row that has been applied, and what taking it back needs. */
export interface AppliedRow {
  row: number;
  recordID: string | null;
  /** As JSON: the fields as they were before. Null where there is nothing to take back. */
  undo: unknown;
  /**
   * Empty where there is nothing to take back. When a row is undone, `left` is the version to expect: the one that the
   * set left, or that which stands for it since later sets wrote over it and were undone.
   */
  versions: WrittenVersions;
}

/** The set that is being undone, as `refusals` sees it. */
export interface UndoneSet {
  changeSetID: string;
  /** Which of these records the set itself created: they go too, so what hangs on them alone refuses nothing. */
  createdByIt(recordIDs: readonly string[]): Promise<ReadonlySet<string>>;
  /** Which of these records the set created or changed: they go or are as they were, and refuse nothing either. */
  writtenByIt(recordIDs: readonly string[]): Promise<ReadonlySet<string>>;
}

/** What was chosen for the whole set, as JSON. */
export type WorkOptions = Readonly<Record<string, unknown>>;

/**
 * One kind of work that change sets can do. All three steps get a chunk of about 1,000 rows, run in a transaction of
 * the tenant role and work in sets: a fixed number of statements per chunk, none per row. Steps run again after a
 * crash, each chunk at most once to the end, since the rows are marked in the same transaction.
 */
export interface ChangeSetWork<Data = unknown> {
  /** Unique: `products.import`, `customers.delete`. */
  action: string;
  recordType: string;
  /** Right to start, apply and undo; reading the set needs the right to read the record type. */
  permission: PermissionCode;
  /** Whether keys that differ by case only are judged together: there cannot be two such records. */
  hasCaselessKeys?: boolean;
  /**
   * Whether no verdict depends on what other rows of the set write; then rows are judged while the ones before them are
   * still being written. Such a `check` reads by statements and loads no entities. Absent: they do.
   */
  isIndependent?(options: WorkOptions): boolean;
  /** Runs once for a set that is told to write, before its first row; may refuse it with a Problem. */
  begin?(ctx: AccountContext, setID: string): Promise<void>;
  /**
   * Judges rows against the records as they are now; writes nothing, and answers a verdict for each row. Run again
   * right before `apply`: if effect, record or changes of a row then differ from what the person saw, the set stops. So
   * `changes` name what they refer to and hold no ids that an earlier chunk of the same set may have made. A row with
   * an error takes the other rows of its key with it.
   */
  check(ctx: AccountContext, rows: readonly StagedRow[], options: WorkOptions): Promise<RowVerdict<Data>[]>;
  /**
   * Writes rows of effect create, update or delete, with audit, events and search documents as a single change would;
   * the engine adds the set's title to every audit entry. Flushes what it creates.
   */
  apply(
    ctx: AccountContext,
    rows: readonly (StagedRow & RowVerdict<Data>)[],
    options: WorkOptions,
  ): Promise<AppliedRow[]>;
  /** Takes rows back, last chunk first. Absent where the work cannot be undone. */
  undo?: {
    /**
     * Answers what later changes make impossible, by row: above all a record that is not of the version `left`. If
     * there is any in the whole set nothing is undone. Locks what `apply` will write.
     */
    refusals(
      ctx: AccountContext,
      rows: readonly AppliedRow[],
      set: UndoneSet,
    ): Promise<{ row: number; label: string; reason: string }[]>;
    /**
     * Makes everything as it was, and answers the versions of what stands again, by the names in `versions`; with them
     * earlier sets can be undone too. A record that comes back after it was deleted has its old version or a higher
     * one.
     */
    apply(ctx: AccountContext, rows: readonly AppliedRow[]): Promise<ReadonlyMap<string, number>>;
  };
}
