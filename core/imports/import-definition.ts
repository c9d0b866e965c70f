import type { ChangeSetAction, RowChange, WrittenVersions } from '../change-sets/run/change-set-action.ts';
import type { PermissionCode } from '../contracts/plugins/permission.ts';
import type { RowEffect, RowMessage } from '../contracts/work/change-set.contract.ts';
import type { ImportField } from '../contracts/work/import.contract.ts';
import type { AccountContext } from '../kernel/context/context.ts';

/** Declaration of a field. By default it is an optional text. */
export type ImportFieldDeclaration = Pick<ImportField, 'name' | 'label'> &
  Partial<Omit<ImportField, 'name' | 'label' | 'takesDefault'>> & {
    /** Longest text or reference in characters; 500 by default. A note may have 10,000. */
    longest?: number;
    /** Decimals of a decimal field; 6 by default. */
    decimals?: number;
    /** Warning for the whole file if a column fills the field. */
    caution?: string;
    /**
     * True for a decimal that is read only in the notation of the locale; other notations give 'Invalid number format'.
     */
    isStrict?: boolean;
  };

/**
 * A row with its cells read by the types of their fields. A field without a column is undefined, an empty cell null.
 */
export interface ParsedRow {
  row: number;
  key: string;
  /**
   * Text for text, note, choice and reference fields; a decimal as canonical text, an integer as text, a date as
   * YYYY-MM-DD, or a boolean.
   */
  fields: Readonly<Record<string, string | boolean | null | undefined>>;
  /** Faults in the cells; the row is then an error in any case. */
  errors: RowMessage[];
  /** Cells of the extra columns; `cell` is the field for messages. */
  extras?: readonly { cell: string; heading: string; value: string | null }[];
}

/** The expected effect of importing a record: one verdict per key, its messages by row. */
export interface ImportVerdict<Data = unknown> {
  key: string;
  label: string;
  effect: RowEffect;
  recordID: string | null;
  /** Changes, shown at the key's first row. */
  changes: RowChange[];
  /** Reasons for refusing, skipping or doubting it, by row. */
  errors: (RowMessage & { row: number })[];
  warnings: (RowMessage & { row: number })[];
  /** Data for `apply`, as JSON. */
  data: Data;
}

export interface ImportChoices {
  onExisting: 'update' | 'skip';
  /** Reference fields whose missing records may be created. */
  createReferences: ReadonlySet<string>;
  /** Whether existing lines that the file lacks may be deleted. */
  replaceLines?: boolean;
}

/** A row of a file for a record or one of its lines; `extras` by their headings. */
export interface ExportedRow {
  fields: Readonly<Record<string, string | number | boolean | null>>;
  extras?: Readonly<Record<string, string>>;
}

/**
 * A kind of import, listed in a plugin's `imports`. The engine reads the file, matches headings, reads cells, finds
 * missing required cells, groups rows by key and splits them into chunks. The plugin checks and writes. Both work on
 * sets, with a fixed number of statements per chunk (about 1,000 rows).
 */
export interface ImportDefinition<Data = unknown> {
  /** Name of the import in the API and the CLI: `products`. Its change set action is `<name>.import`. */
  name: string;
  title: string;
  description: string;
  recordType: string;
  permission: PermissionCode;
  /** Fields that identify a record; the first filled one is the row's key. */
  keys: readonly string[];
  /** Fields that identify a record together with the key: an item has one supply per supplier. */
  within?: readonly string[];
  /**
   * True if several rows may form one record (an order and its lines); otherwise a repeated key is an error in the
   * later row.
   */
  isGrouped?: boolean;
  /** True if keys that differ only by case come to `check` together, wherever they are in the file. */
  hasCaselessKeys?: boolean;
  /** True if lines that the file lacks may be deleted; they are only if `choices.replaceLines` is set. */
  hasLines?: boolean;
  /**
   * True if no verdict depends on the writing of other records in the file (unless references are created), and `check`
   * reads by statements without entities. Then rows are checked while earlier ones are being written.
   */
  isIndependent?: boolean;
  fields: readonly ImportFieldDeclaration[];
  /** A field that any number of otherwise unmapped columns may fill, each by its heading: properties of items. */
  extras?: {
    /** A reference field. Text columns are mapped to it automatically if missing records may be created. */
    field: string;
    /** The headings that name existing records. */
    known(ctx: AccountContext, headings: readonly string[]): Promise<ReadonlySet<string>>;
  };
  /** Checks records against the existing ones. The `rows` of a key are together and in file order. Writes nothing. */
  check(
    ctx: AccountContext,
    records: readonly { key: string; rows: readonly ParsedRow[] }[],
    choices: ImportChoices,
  ): Promise<ImportVerdict<Data>[]>;
  /** Writes the records in the given order. Returns by key the data for undo: previous fields, and versions. */
  apply(
    ctx: AccountContext,
    records: readonly (ImportVerdict<Data> & { rows: readonly ParsedRow[] })[],
    choices: ImportChoices,
  ): Promise<{ key: string; recordID: string; undo: unknown; versions: WrittenVersions }[]>;
  undo: NonNullable<ChangeSetAction['undo']>;
  /**
   * Records of the list with this name as rows of a file whose import changes nothing. `items` are the list's replies
   * in order. Fields that no row has become no columns.
   */
  exported?(ctx: AccountContext, items: readonly ListedRecord[]): Promise<ExportedRow[]>;
}

/** A row in the reply of any list. */
export type ListedRecord = Readonly<Record<string, unknown>> & { id: string };
