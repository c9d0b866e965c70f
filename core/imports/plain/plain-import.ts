import type { z } from 'zod';
import type { UndoneSet } from '../../change-sets/run/change-set-action.ts';
import type { AccountContext } from '../../kernel/context/context.ts';
import type { ListEndpoint } from '../../lists/list-page.ts';
import type { ExportedRow, ImportFieldDeclaration, ImportVerdict, ParsedRow } from '../import-definition.ts';

/** A referenced record with its name. */
export interface NamedRecord {
  id: string;
  name: string;
}

/** The value of a plain record's field: of its column, a reference, or all linked records. */
export type PlainValue = string | number | boolean | null | NamedRecord | readonly NamedRecord[];
/** Values of a plain record by field name in the import. */
export type PlainValues = Readonly<Record<string, PlainValue>>;

/** A part of a record with a row of its own: an attribute of a property. */
export interface PlainPart {
  /** Empty for a new part. */
  id: string;
  version: number;
  /** Name in history and messages. */
  name: string;
  /** Its columns as JSON; whole numbers beyond 2^53 as text. */
  columns: Readonly<Record<string, string | number | null>>;
}

/** A record without id and version. */
export interface PlainState {
  values: PlainValues;
  parts: readonly PlainPart[];
}

/** An existing record. */
export interface PlainRecord extends PlainState {
  id: string;
  version: number;
}

/** The records that a reference may name: those of a table, by its column `name` or `called`. */
export interface PlainReference {
  table: string;
  called?: string;
  /** Word in messages: `unit group` in 'There is no unit group Pairs'. */
  what: string;
  /** Further columns whose value a cell may contain. */
  by?: readonly string[];
  /** Whether a cell means no reference, such as the name of the account itself. */
  isNone?(ctx: AccountContext, cell: string): boolean;
}

/** A field that files can fill. A field with neither `column` nor `links` is read by `complete`. */
export interface PlainField extends ImportFieldDeclaration {
  /** Column in the record's table. */
  column?: string;
  /** True if `complete` reads it although it has a column. */
  isCompleted?: boolean;
  /** Validates a cell with the API's messages; for links, the list of ids. */
  schema?: z.ZodType;
  /** Value of a new record whose row gives none; null by default. */
  blank?: PlainValue;
  /** True if a new record requires it; the schema reports a missing one. */
  isNeeded?: boolean;
  /** The cell names another record; with `links` any number of records, separated by semicolons. */
  refersTo?: PlainReference;
  /** Table of links between the record and others; `position` is the column of their order. */
  links?: { table: string; owner: string; target: string; position?: string };
  /** Name in the history if it differs; null if the history of the parts shows it. */
  history?: string | null;
}

/** Parts of a record with ids and versions of their own. */
export interface PlainParts {
  table: string;
  /** Column with the record's id. */
  owner: string;
  columns: readonly string[];
  prefix: string;
  /** Word in messages: `attributes` in 'its attributes were changed since'. */
  what: string;
  /** Existing parts of these records, with the owner's id. */
  stored(ctx: AccountContext, ids: readonly string[]): Promise<(PlainPart & { ownerID: string })[]>;
  /** Changes of parts in the words of the import, shown with the record's changes. */
  changes(before: PlainState | undefined, after: PlainState): PlainChange[];
  /** Entries for the record's history. */
  history(before: PlainState, after: PlainState): PlainEntry[];
  /** Reasons why added parts cannot be deleted, by id. */
  uses(ctx: AccountContext, ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

/** A change of a field in readable form. */
export interface PlainChange {
  field: string;
  label: string;
  from: string | number | boolean | null;
  to: string | number | boolean | null;
}

/** An entry for a record's history, without the record. */
export interface PlainEntry {
  action: string;
  changes: { field: string; from: unknown; to: unknown }[];
  note?: string;
}

/** A record with its rows in a chunk. */
export interface PlainRows {
  key: string;
  rows: readonly ParsedRow[];
}

/** Reports a fault in a field, by default at the record's first row. */
export type PlainFault = (field: string, message: string, row?: number) => void;

/** A record with its new values while it is checked. */
export interface PlainDraft {
  record: PlainRows;
  before: PlainRecord | undefined;
  values: Record<string, PlainValue>;
  parts: PlainPart[];
  fault: PlainFault;
  warn: PlainFault;
}

/** Data for writing a record, besides its rows. */
export interface PlainData extends PlainState {
  before?: PlainRecord | undefined;
}

/** A record to be written; hooks may change it. */
export interface PlainWrite {
  id: string;
  values: Record<string, PlainValue>;
  parts: PlainPart[];
  before: PlainRecord | undefined;
}

/** A record to be undone. */
export interface PlainTaken {
  row: number;
  id: string;
  undo: PlainUndo;
  /** Expected version of a record or part after the import. */
  left(name: string): number;
}

/** Data for undoing a record. */
export interface PlainUndo {
  label: string;
  /** Previous state; absent for a record that the import created. */
  before?: PlainState | undefined;
  /** Parts that the import wrote. */
  partIDs?: string[];
  /** Further records that were created for this one, with their labels. */
  made?: NamedRecord[];
  /** Other records of this kind that changed with it. */
  others?: string[];
}

/** Result of the hook `prepare`. */
export interface PlainPreparation {
  /** Further records to create, each with the first record that needs it. */
  made?: { forID: string; write: PlainWrite }[];
  /** Versions of other records that changed with one. */
  others?: { forID: string; id: string; found: number; left: number }[];
}

/** A change of a record for events. */
export interface PlainFact {
  id: string;
  values: PlainValues;
  /** Names of the changed fields in the history. */
  fields: readonly string[];
}

/**
 * A simple kind of record: one table, a name, references to other records by name, and optionally links and parts.
 * `plainImporter` derives an import from it.
 */
export interface PlainImport<Known = unknown> {
  /** Name of the import in the API and the CLI: `product-lines`. */
  name: string;
  title: string;
  description: string;
  recordType: string;
  prefix: string;
  table: string;
  /** Domain of the rights: `product_lines` for `product_lines:create` and `:update`. */
  domain: string;
  /** 'product line', 'product lines'. */
  words: readonly [one: string, many: string];
  /** Fields that identify a record, by the first filled one. Each has a column unless there is `find`. */
  keys: readonly string[];
  within?: readonly string[];
  isGrouped?: boolean;
  fields: readonly PlainField[];
  parts?: PlainParts;
  /**
   * Computed values of existing records besides their columns, by id, such as the path of a place. They are not
   * written.
   */
  computed?(ctx: AccountContext, ids: readonly string[]): Promise<ReadonlyMap<string, PlainValues>>;
  /** Lists that show these records. */
  lists: readonly ListEndpoint[];
  labelOf?(values: PlainValues): string;
  /** Rows of an export, if a record is not simply one row of its columns and links. */
  exported?(record: PlainRecord): ExportedRow[];
  /** The record's search document; without it records are not searchable. */
  document?(values: PlainValues): { title: string; subtitle?: string | undefined; text: string };
  /** Events of creation, change and deletion, if the kind has any. */
  tell?: Record<'created' | 'changed' | 'deleted', (ctx: AccountContext, facts: readonly PlainFact[]) => Promise<void>>;
  /** Data loaded once per chunk. */
  known?(ctx: AccountContext, records: readonly PlainRows[]): Promise<Known>;
  /** Ids of the records by key, if a single column does not suffice. */
  find?(records: readonly PlainRows[], known: Known): ReadonlyMap<string, string>;
  /** Reads the fields that are not plain and checks the record as a whole. */
  complete?(ctx: AccountContext, draft: PlainDraft, known: Known): void;
  /** Adds errors that only the database can find. */
  refuse?(
    ctx: AccountContext,
    judged: readonly { draft: PlainDraft; verdict: ImportVerdict<PlainData | null> }[],
    known: Known,
  ): Promise<void>;
  /** Runs before an import or undo writes records. */
  prepare?(ctx: AccountContext, writes: readonly PlainWrite[]): Promise<PlainPreparation>;
  /**
   * Reasons why created records cannot be deleted, by id: 'used by 3 items'. Records of the set that are deleted too do
   * not count.
   */
  uses(ctx: AccountContext, ids: readonly string[], set: UndoneSet): Promise<ReadonlyMap<string, string>>;
  /** Further reasons against the undo, by record. */
  refusals?(ctx: AccountContext, taken: readonly PlainTaken[]): Promise<ReadonlyMap<string, string>>;
  /** Runs when records are undone; returns the new versions of other records that it changed. */
  undone?(ctx: AccountContext, taken: readonly PlainTaken[]): Promise<ReadonlyMap<string, number>>;
}
