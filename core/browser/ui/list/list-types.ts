import type { ReactNode } from 'react';
import type { AnyEndpoint } from '../../../contracts/endpoints/endpoint.ts';
import type { PermissionCode } from '../../../contracts/plugins/permission.ts';
import type { BulkPreview } from '../../../contracts/work/change-set.contract.ts';
import type { IconName } from '../display/icon.tsx';
import type { StateAction } from '../feedback/states.tsx';
import type { Option, RecordSource, RowOf } from '../record/record-source.ts';

/** A column of a list. */
export interface ListColumn<Row> {
  /** Name of the field in the API; also names the column in saved views and in CSV. */
  id: string;
  header: string;
  cell(row: Row): ReactNode;
  /** True sorts by `id`; a text sorts by that API field. */
  sortable?: boolean | string;
  /** Numbers and money are aligned to the end. */
  align?: 'start' | 'end' | 'center';
  /** In pixels; columns without a width share the rest. Undefined overrides the width of a kind. */
  width?: number | undefined;
  /** Hidden until the person chooses it. */
  defaultHidden?: boolean;
  /**
   * How an instant is shown: its day, with the time of day, or relative to now. By default its day, and relative if it
   * is named `last...`.
   */
  instant?: 'day' | 'exact' | 'relative';
  /**
   * Path of the value in CSV if it is not `id`: `customer.name`. Its heading is `header`, or the text after an equals
   * sign: `quantity=Quantity on hand`. A list of paths gives several columns in the file, such as a quantity and its
   * unit. False leaves the column out, for example one with buttons.
   */
  csv?: string | readonly string[] | false;
}

/** A filter of a list. `name` is the query parameter of the API. */
export type ListFilter =
  | { kind: 'select'; name: string; label: string; options: readonly Option[] | RecordSource }
  | { kind: 'multi'; name: string; label: string; options: readonly Option[] | RecordSource }
  | { kind: 'boolean'; name: string; label: string; yes?: string; no?: string }
  | { kind: 'text'; name: string; label: string }
  /** Two parameters with plain dates, both included. */
  | { kind: 'dates'; from: string; to: string; label: string };

/**
 * A column as screens name it: a field of the rows, or what is special about one. The rest comes from the contract: see
 * `derivedColumns`. A column without a field of its own says the path of its value in `csv`, or its cell.
 */
export type ListedColumn<Row> =
  | (keyof Row & string)
  | (Partial<ListColumn<Row>> & { id: keyof Row & string })
  | (Partial<ListColumn<Row>> & { id: string; csv: string | readonly string[] })
  | (Partial<ListColumn<Row>> & Pick<ListColumn<Row>, 'id' | 'cell'>);

/** What is special about a filter; the rest comes from the query: see `derivedFilters`. */
export interface GivenFilter<Name extends string = string> {
  /** The query parameter; of a period of days, its first day: `startDate`. */
  name: Name;
  label?: string;
  /** Choices, where they are records or not all codes. */
  options?: readonly Option[] | RecordSource;
  /** Words for true and false. */
  yes?: string;
  no?: string;
}

/** A filter as screens name it: a query parameter, what is special about one, or all of it. */
export type ListedFilter<Name extends string = string> = Name | GivenFilter<Name> | ListFilter;

/** Names of a list's query parameters. */
export type QueryNameOf<E extends AnyEndpoint> = E['query'] extends { shape: infer Shape }
  ? keyof Shape & string
  : string;

/** The records of a bulk action: the picked rows, or all that match the filter. */
export type BulkSelection =
  | { kind: 'ids'; ids: string[]; count: number }
  /** `all` is true if no filter restricts the records, which the server has to be told. */
  | { kind: 'filter'; filter: Record<string, string | string[]>; all: boolean; count: number };

/** The result of a bulk action; refused rows are listed with their reasons. */
export interface BulkResult {
  done: number;
  refused?: readonly { id: string; label?: string; reason: string }[];
  /** Change set that runs it as a job; its progress is shown instead. */
  changeSetID?: string | null;
  /** Change set for undoing it. */
  undoChangeSetID?: string | null;
}

/** A field that can be set for many records at once. */
export type BulkEditField = {
  /** Name of the field in the call. */
  name: string;
  label: string;
  /** Text below the field, such as the unit of a number. */
  hint?: string;
  /** Whether it can be cleared. */
  isClearable?: boolean;
} & (
  | { kind: 'record'; source: RecordSource }
  | { kind: 'select'; options: readonly Option[] }
  | { kind: 'date' | 'number' | 'text' | 'boolean' }
);

/** Bulk editing of the records in a list. */
export interface BulkEdit {
  /** 'order', 'orders'. */
  one: string;
  several: string;
  needs: PermissionCode;
  fields: readonly BulkEditField[];
  /** The effect of a change; null clears the value. */
  preview(selection: BulkSelection, field: string, value: unknown): Promise<BulkPreview>;
  run(selection: BulkSelection, field: string, value: unknown): Promise<BulkResult>;
}

export interface ListBulkAction {
  id: string;
  label: string;
  icon?: IconName;
  needs?: PermissionCode;
  danger?: boolean;
  /** False if the endpoint only takes ids; "select all matching" then disables the action. */
  takesFilter?: boolean;
  /** Confirmation; `typed` requires the person to type a word. */
  confirm?(count: number): { title: string; message?: ReactNode; confirmLabel: string; typed?: string };
  /** True if the action opens something, so that no message about success is needed. */
  isQuiet?: boolean;
  /** Runs the action; the list is read again afterwards. */
  run(selection: BulkSelection): Promise<BulkResult | undefined>;
}

/** A fixed view of the screen: 'Open', 'Unpaid'. */
export interface SystemView {
  id: string;
  name: string;
  /** Filters and sorting like in the address: `statusCodes=issued&sortBy=promisedAt`. */
  query: string;
}

export interface ListScreenProps<E extends AnyEndpoint> {
  /** Name of the screen, under which saved views and column choices are stored. */
  name: string;
  title: string;
  /**
   * A GET endpoint that replies `{ items, count }` and takes `query, take, skip, sortBy, sortOrder`. Rows have an `id`.
   */
  endpoint: E;
  /** Path parameters, if any. */
  params?: Record<string, string>;
  /** Query parameters that are always sent but not shown. */
  fixedQuery?: Record<string, unknown>;
  columns: readonly ListedColumn<RowOf<E>>[];
  filters?: readonly ListedFilter<QueryNameOf<E>>[];
  /** False for lists without text search. */
  searchable?: boolean;
  searchPlaceholder?: string;
  /** Path of a row's screen. Makes the first column a link and Enter open it. */
  rowHref?(row: RowOf<E>): string | undefined;
  /** Opens a row that has no screen, for example in a dialog. */
  onOpen?(row: RowOf<E>): void;
  /** What a key does with the marked row: `x` then does this in place of picking the row. */
  rowKey?: { key: string; label: string; run(row: RowOf<E>): void };
  /** Short name of a row for screen readers; defaults to the id. */
  rowLabel?(row: RowOf<E>): string;
  /** The button at the top right, also the key `c`. */
  primaryAction?: { label: string; href?: string; onClick?(): void; needs?: PermissionCode };
  /** Further buttons beside it. */
  actions?: ReactNode;
  /** Kind of import for these records; people who may run it see a button. */
  importType?: string;
  bulkActions?: readonly ListBulkAction[];
  /** Fields that can be set for many rows at once. */
  bulkEdit?: BulkEdit;
  views?: readonly SystemView[];
  /** Sorting if the address has none. */
  defaultSort?: { by: string; order: 'asc' | 'desc' };
  /** Content of a list without any records. */
  empty?: { title: string; text?: ReactNode; icon?: IconName; action?: StateAction };
  /** False removes the CSV export. */
  csv?: boolean;
  /** Content between the header and the table. */
  children?: ReactNode;
  /** For a list in a panel of another screen: no header, height of its content. */
  embedded?: boolean;
}

/** A list with all of its columns and filters. */
export type CompleteList<E extends AnyEndpoint> = Omit<ListScreenProps<E>, 'columns' | 'filters'> & {
  columns: readonly ListColumn<RowOf<E>>[];
  filters: readonly ListFilter[];
};
