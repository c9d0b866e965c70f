import type { ReactNode } from 'react';
import type { BulkPreview } from '../../../contracts/change-set.contract.ts';
import type { AnyEndpoint } from '../../../contracts/endpoint.ts';
import type { PermissionCode } from '../../../contracts/permission.ts';
import type { IconName } from '../icon.tsx';
import type { Option, RecordSource, RowOf } from '../record-source.ts';
import type { StateAction } from '../states.tsx';

/** A column of a list. */
export interface ListColumn<Row> {
  /** The API's name of the field; also names the column in saved views and in CSV. */
  id: string;
  header: string;
  cell(row: Row): ReactNode;
  /** True sorts by `id`; a text sorts by that API field. */
  sortable?: boolean | string;
  /** Numbers and money go to the end. */
  align?: 'start' | 'end' | 'center';
  /** Pixels; columns without one share what is left. */
  width?: number;
  /** Hidden until the person picks it. */
  defaultHidden?: boolean;
  /**
   * Path of the value in CSV where it is not `id`: `customer.name`; its heading is `header`, or what stands behind an
   * equals sign: `quantity=Quantity on hand`. Several where a column is more in a file, as a quantity is with its unit.
   * False keeps a column, such as one of buttons, out.
   */
  csv?: string | readonly string[] | false;
}

/** A filter of a list; `name` is the API's query parameter. */
export type ListFilter =
  | { kind: 'select'; name: string; label: string; options: readonly Option[] | RecordSource }
  | { kind: 'multi'; name: string; label: string; options: readonly Option[] | RecordSource }
  | { kind: 'boolean'; name: string; label: string; yes?: string; no?: string }
  | { kind: 'text'; name: string; label: string }
  /** Two parameters, plain dates, both ends included. */
  | { kind: 'dates'; from: string; to: string; label: string };

/** What a bulk action works on: the picked rows, or everything that the filter matches. */
export type BulkSelection =
  | { kind: 'ids'; ids: string[]; count: number }
  /** `all` where no filter restricts anything, so that the server has been told. */
  | { kind: 'filter'; filter: Record<string, string | string[]>; all: boolean; count: number };

/** How a bulk action ended; refused rows are listed with their reasons. */
export interface BulkResult {
  done: number;
  refused?: readonly { id: string; label?: string; reason: string }[];
  /** Change set that does it as a job; its progress is shown instead. */
  changeSetID?: string | null;
  /** Change set that takes it back. */
  undoChangeSetID?: string | null;
}

/** A field that chosen records can be given at once. */
export type BulkEditField = {
  /** What the call names it. */
  name: string;
  label: string;
  /** Said below the field: what a number counts in. */
  hint?: string;
  /** Whether it may be taken away. */
  isClearable?: boolean;
} & (
  | { kind: 'record'; source: RecordSource }
  | { kind: 'select'; options: readonly Option[] }
  | { kind: 'date' | 'number' | 'text' | 'boolean' }
);

/** How records of a list are changed together. */
export interface BulkEdit {
  /** 'order', 'orders'. */
  one: string;
  several: string;
  needs: PermissionCode;
  fields: readonly BulkEditField[];
  /** What it would do; null takes the value away. */
  preview(selection: BulkSelection, field: string, value: unknown): Promise<BulkPreview>;
  run(selection: BulkSelection, field: string, value: unknown): Promise<BulkResult>;
}

export interface ListBulkAction {
  id: string;
  label: string;
  icon?: IconName;
  needs?: PermissionCode;
  danger?: boolean;
  /** False where the endpoint takes ids only; "select all matching" then turns the action off. */
  takesFilter?: boolean;
  /** Asked before; `typed` makes the person type a word. */
  confirm?(count: number): { title: string; message?: ReactNode; confirmLabel: string; typed?: string };
  /** True where what it opens says enough, and no message is to say that it is done. */
  isQuiet?: boolean;
  /** Runs it; the list is read again afterwards. */
  run(selection: BulkSelection): Promise<BulkResult | undefined>;
}

/** A view that comes with the screen and cannot be changed: 'Open', 'Unpaid'. */
export interface SystemView {
  id: string;
  name: string;
  /** Filters and sorting as in the address: `statusCodes=issued&sortBy=promisedAt`. */
  query: string;
}

export interface ListScreenProps<E extends AnyEndpoint> {
  /** Name of the screen; saved views and column choices are kept under it. */
  name: string;
  title: string;
  /** A GET endpoint answering `{ items, count }` with `query, take, skip, sortBy, sortOrder`. Rows have an `id`. */
  endpoint: E;
  /** Path parameters, where the path has some. */
  params?: Record<string, string>;
  /** Query parameters that are always sent and not shown. */
  fixedQuery?: Record<string, unknown>;
  columns: readonly ListColumn<RowOf<E>>[];
  filters?: readonly ListFilter[];
  /** False for lists without text search. */
  searchable?: boolean;
  searchPlaceholder?: string;
  /** Screen of a row; makes the first column a link and Enter open it. */
  rowHref?(row: RowOf<E>): string | undefined;
  /** Opens a row without a screen of its own, such as in a dialog. */
  onOpen?(row: RowOf<E>): void;
  /** Short name of a row for screen readers; the id by default. */
  rowLabel?(row: RowOf<E>): string;
  /** The button at the top right and the `c` key. */
  primaryAction?: { label: string; href?: string; onClick?(): void; needs?: PermissionCode };
  /** Further buttons beside it. */
  actions?: ReactNode;
  /** Kind of import that brings such records in; who may run it gets a button. */
  importType?: string;
  bulkActions?: readonly ListBulkAction[];
  /** Fields that many rows can be given at once. */
  bulkEdit?: BulkEdit;
  views?: readonly SystemView[];
  /** Sorting when the address names none. */
  defaultSort?: { by: string; order: 'asc' | 'desc' };
  /** First use: nothing exists at all. */
  empty?: { title: string; text?: ReactNode; icon?: IconName; action?: StateAction };
  /** False hides the CSV export. */
  csv?: boolean;
  /** Shown under the header, above the table. */
  children?: ReactNode;
  /** Drawn inside a panel of another screen: no header, own height. */
  embedded?: boolean;
}
