import type { ChangeSetWork, RowChange, WrittenVersions } from '../change-sets/change-set-work.ts';
import type { RowEffect, RowMessage } from '../contracts/change-set.contract.ts';
import type { ImportField } from '../contracts/import.contract.ts';
import type { PermissionCode } from '../contracts/permission.ts';
import type { AccountContext } from '../kernel/context.ts';

/** Declaration of a field; what is left out is empty, optional and text. */
export type ImportFieldDeclaration = Pick<ImportField, 'name' | 'label'> &
  Partial<Omit<ImportField, 'name' | 'label' | 'takesDefault'>> & {
    /** Most characters of a text or reference; 500 unless it says otherwise. A note takes 10,000. */
    longest?: number;
    /** Decimals that it holds, of a decimal; 6 unless it says otherwise. */
    decimals?: number;
    /** What to know where a column fills it, said once for the file. */
    caution?: string;
    /**
     * A decimal that is read as the locale writes numbers and not otherwise: 'Invalid number format' instead of a
     * guess.
     */
    isStrict?: boolean;
  };

/**
 * A row whose cells have been read by the kinds of their fields; a field that has no column is undefined, an empty cell
 * null.
 */
export interface ParsedRow {
  row: number;
  key: string;
  /**
   * Text of text, note, choice and reference fields; a decimal as canonical text, an integer as text, a date as
   * YYYY-MM-DD, a boolean.
   */
  fields: Readonly<Record<string, string | boolean | null | undefined>>;
  /** Faults found while reading the cells; such a row is an error whatever else is true. */
  errors: RowMessage[];
  /** Cells of the columns that are taken by their heading; `cell` is the field to report faults at. */
  extras?: readonly { cell: string; heading: string; value: string | null }[];
}

/** What importing a record will do: one verdict per key, its messages by row. */
export interface ImportVerdict<Data = unknown> {
  key: string;
  label: string;
  effect: RowEffect;
  recordID: string | null;
  /** Changes shown at the key's first row. */
  changes: RowChange[];
  /** Why it is refused, skipped or doubtful, at its rows. */
  errors: (RowMessage & { row: number })[];
  warnings: (RowMessage & { row: number })[];
  /** What `apply` needs, as JSON. */
  data: Data;
}

export interface ImportChoices {
  onExisting: 'update' | 'skip';
  /** Reference fields whose missing records may be created. */
  createReferences: ReadonlySet<string>;
  /** Whether lines that stand but are not in the file may go. */
  replaceLines?: boolean;
}

/** A row of the file that would make a record, or a line of it; those of `extras` by their headings. */
export interface ExportedRow {
  fields: Readonly<Record<string, string | number | boolean | null>>;
  extras?: Readonly<Record<string, string>>;
}

/**
 * A kind of import, listed in a plugin's `imports`. The engine reads the file, matches headings, reads cells by kind,
 * finds required cells that are missing, groups rows by key and chunks; the plugin judges and writes. All work in sets:
 * a fixed number of statements per chunk (about 1,000 rows), none per row.
 */
export interface ImportDefinition<Data = unknown> {
  /** `products`: name of the import in the API and the CLI. The work is called `<name>.import`. */
  name: string;
  title: string;
  description: string;
  recordType: string;
  permission: PermissionCode;
  /** Fields that tell records apart, the first that is filled in the row is its key. */
  keys: readonly string[];
  /** Fields that tell records apart together with the key: an item is supplied once by each supplier. */
  within?: readonly string[];
  /**
   * Several rows may make one record (an order and its lines); otherwise a repeated key is an error at the later row.
   */
  isGrouped?: boolean;
  /** Keys that differ by case only come to `check` together, wherever in the file they stand. */
  hasCaselessKeys?: boolean;
  /** Whether lines of a record that the file does not have are deleted; only where `choices.replaceLines` allows it. */
  hasLines?: boolean;
  /**
   * Whether no record's verdict depends on what other records of the file are written as, unless references are
   * created; and `check` reads by statements, without entities. Then rows are judged while the ones before them are
   * being written.
   */
  isIndependent?: boolean;
  fields: readonly ImportFieldDeclaration[];
  /**
   * One of the fields stands for any number of columns that fill no other, each by its heading: properties of items.
   */
  extras?: {
    /** A reference field; columns of texts are taken without being asked for where what they name may be created. */
    field: string;
    /** Which of these headings name something that exists. */
    known(ctx: AccountContext, headings: readonly string[]): Promise<ReadonlySet<string>>;
  };
  /** Judges records against what exists; `rows` of one key are together and in file order. Writes nothing. */
  check(
    ctx: AccountContext,
    records: readonly { key: string; rows: readonly ParsedRow[] }[],
    choices: ImportChoices,
  ): Promise<ImportVerdict<Data>[]>;
  /** Writes the records, in the order given. Answers by key what undo needs: fields as they were, and versions. */
  apply(
    ctx: AccountContext,
    records: readonly (ImportVerdict<Data> & { rows: readonly ParsedRow[] })[],
    choices: ImportChoices,
  ): Promise<{ key: string; recordID: string; undo: unknown; versions: WrittenVersions }[]>;
  undo: NonNullable<ChangeSetWork['undo']>;
  /**
   * Records of the list of this name as rows of a file that imports them again unchanged: `items` as the list answers
   * them, the rows in their order. Fields that no row has are no columns.
   */
  exported?(ctx: AccountContext, items: readonly ListedRecord[]): Promise<ExportedRow[]>;
}

/** What lists answer of every record. */
export type ListedRecord = Readonly<Record<string, unknown>> & { id: string };
