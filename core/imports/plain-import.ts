import type { z } from 'zod';
import type { UndoneSet } from '../change-sets/change-set-work.ts';
import type { AccountContext } from '../kernel/context.ts';
import type { ListEndpoint } from '../lists/list-page.ts';
import type { ExportedRow, ImportFieldDeclaration, ImportVerdict, ParsedRow } from './import-definition.ts';

/** What a record refers to, by the name that rows know. */
export interface NamedRecord {
  id: string;
  name: string;
}

/** A field of a plain record: what its column holds, what it refers to, or all that it is linked to. */
export type PlainValue = string | number | boolean | null | NamedRecord | readonly NamedRecord[];
/** Fields of a plain record by their names in the import. */
export type PlainValues = Readonly<Record<string, PlainValue>>;

/** A row of its own that belongs to one record: an attribute of a property. */
export interface PlainPart {
  /** Empty for one that is new. */
  id: string;
  version: number;
  /** What history and messages call it. */
  name: string;
  /** Its columns as JSON takes them; whole numbers beyond 2^53 as text. */
  columns: Readonly<Record<string, string | number | null>>;
}

/** A record without its id. */
export interface PlainState {
  values: PlainValues;
  parts: readonly PlainPart[];
}

/** A record as it stands. */
export interface PlainRecord extends PlainState {
  id: string;
  version: number;
}

/** What a reference may name: the records of a table, by its column `name` unless `called` is another one. */
export interface PlainReference {
  table: string;
  called?: string;
  /** `unit group`: in 'There is no unit group Pairs'. */
  what: string;
  /** Further columns that a cell may hold beside the name. */
  by?: readonly string[];
  /** Cells that stand for nobody: the name of the account itself. */
  isNone?(ctx: AccountContext, cell: string): boolean;
}

/** A field that files can fill. One of neither `column` nor `links` is read by `complete`. */
export interface PlainField extends ImportFieldDeclaration {
  /** Column of the record's table. */
  column?: string;
  /** `complete` reads it although it has a column. */
  isCompleted?: boolean;
  /** Reads what a cell holds, with the messages that the API has for it; of links, the list of ids. */
  schema?: z.ZodType;
  /** What a new record has where the row says nothing; null unless it says otherwise. */
  blank?: PlainValue;
  /** A new record cannot be without it: the schema says so of an empty one. */
  isNeeded?: boolean;
  /** The cell names another record; with `links` any number of them, apart by semicolons. */
  refersTo?: PlainReference;
  /** Rows that link the record to what it refers to; `position` is the column of their order. */
  links?: { table: string; owner: string; target: string; position?: string };
  /** Name in the history where it is another one; null where the history of parts tells it. */
  history?: string | null;
}

/** Rows that belong to one record and have ids and versions of their own. */
export interface PlainParts {
  table: string;
  /** Column of the record's id. */
  owner: string;
  columns: readonly string[];
  prefix: string;
  /** `attributes`: in 'its attributes were changed since'. */
  what: string;
  /** Parts of these records as they stand, with the id of each owner. */
  stored(ctx: AccountContext, ids: readonly string[]): Promise<(PlainPart & { ownerID: string })[]>;
  /** What a change of parts is in the words of the import: shown with the changes of the record. */
  changes(before: PlainState | undefined, after: PlainState): PlainChange[];
  /** Entries of the record's history. */
  history(before: PlainState, after: PlainState): PlainEntry[];
  /** Why parts that were added cannot go, by their ids. */
  uses(ctx: AccountContext, ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

/** A change of a field as people read it. */
export interface PlainChange {
  field: string;
  label: string;
  from: string | number | boolean | null;
  to: string | number | boolean | null;
}

/** An entry of a record's history without the record. */
export interface PlainEntry {
  action: string;
  changes: { field: string; from: unknown; to: unknown }[];
  note?: string;
}

/** A record that a chunk of rows is about. */
export interface PlainRows {
  key: string;
  rows: readonly ParsedRow[];
}

/** Tells what is wrong with a field, at the first row of the record unless it says another one. */
export type PlainFault = (field: string, message: string, row?: number) => void;

/** A record as its rows want it, while it is judged. */
export interface PlainDraft {
  record: PlainRows;
  before: PlainRecord | undefined;
  values: Record<string, PlainValue>;
  parts: PlainPart[];
  fault: PlainFault;
  warn: PlainFault;
}

/** What writing a record needs beside its rows. */
export interface PlainData extends PlainState {
  before?: PlainRecord | undefined;
}

/** A record that is being written; hooks may still change it. */
export interface PlainWrite {
  id: string;
  values: Record<string, PlainValue>;
  parts: PlainPart[];
  before: PlainRecord | undefined;
}

/** A record that is taken back. */
export interface PlainTaken {
  row: number;
  id: string;
  undo: PlainUndo;
  /** The version to expect of something that the import wrote. */
  left(name: string): number;
}

/** What taking a record back needs. */
export interface PlainUndo {
  label: string;
  /** As it was; absent for a record that the import created. */
  before?: PlainState | undefined;
  /** Parts that the import wrote. */
  partIDs?: string[];
  /** Further records that were made for this one, and their labels. */
  made?: NamedRecord[];
  /** Other records of the kind that changed with it. */
  others?: string[];
}

/** What hooks that write answer. */
export interface PlainPreparation {
  /** Further records to make, with the one that needs them first. */
  made?: { forID: string; write: PlainWrite }[];
  /** Versions of other records that changed with one. */
  others?: { forID: string; id: string; found: number; left: number }[];
}

/** A change of a record, as those are told who have to know. */
export interface PlainFact {
  id: string;
  values: PlainValues;
  /** Names of what changed, as in the history. */
  fields: readonly string[];
}

/**
 * A kind of record that is little more than its fields: one table, a name, references to other records by their names,
 * and perhaps links and parts. `plainImporter` makes an import of it.
 */
export interface PlainImport<Known = unknown> {
  /** `product-lines`: name of the import in the API and the CLI. */
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
  /** Fields that tell records apart, the first that is filled; each has a column unless there is `find`. */
  keys: readonly string[];
  within?: readonly string[];
  isGrouped?: boolean;
  fields: readonly PlainField[];
  parts?: PlainParts;
  /** What records that stand have beside their columns, by their ids: the path of a place. It is not written. */
  computed?(ctx: AccountContext, ids: readonly string[]): Promise<ReadonlyMap<string, PlainValues>>;
  /** Lists that show such records. */
  lists: readonly ListEndpoint[];
  labelOf?(values: PlainValues): string;
  /** Rows of an export, where a record is not one row of its columns and links. */
  exported?(record: PlainRecord): ExportedRow[];
  /** What is searched; records without it are not. */
  document?(values: PlainValues): { title: string; subtitle?: string | undefined; text: string };
  /** Events of creation, change and deletion, where the kind has any. */
  tell?: Record<'created' | 'changed' | 'deleted', (ctx: AccountContext, facts: readonly PlainFact[]) => Promise<void>>;
  /** Found once for a chunk. */
  known?(ctx: AccountContext, records: readonly PlainRows[]): Promise<Known>;
  /** Ids of the records that keys are about, where a column alone cannot say. */
  find?(records: readonly PlainRows[], known: Known): ReadonlyMap<string, string>;
  /** Reads what plain fields cannot, and judges them together. */
  complete?(ctx: AccountContext, draft: PlainDraft, known: Known): void;
  /** What only the database knows about records that would be written. */
  refuse?(
    ctx: AccountContext,
    judged: readonly { draft: PlainDraft; verdict: ImportVerdict<PlainData | null> }[],
    known: Known,
  ): Promise<void>;
  /** Runs before records are written, by an import or its undo. */
  prepare?(ctx: AccountContext, writes: readonly PlainWrite[]): Promise<PlainPreparation>;
  /**
   * Why records that an import created cannot go, by their ids: 'used by 3 items'. Those of the set that go too are no
   * reason.
   */
  uses(ctx: AccountContext, ids: readonly string[], set: UndoneSet): Promise<ReadonlyMap<string, string>>;
  /** Further reasons against undo, by record. */
  refusals?(ctx: AccountContext, taken: readonly PlainTaken[]): Promise<ReadonlyMap<string, string>>;
  /** Runs when records are taken back; answers the new versions of others that it changed. */
  undone?(ctx: AccountContext, taken: readonly PlainTaken[]): Promise<ReadonlyMap<string, number>>;
}
