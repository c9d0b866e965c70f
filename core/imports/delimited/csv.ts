import { z } from 'zod';
import type { AnyEndpoint, BinaryContent } from '../../contracts/endpoints/endpoint.ts';
import { largestTake } from '../../contracts/endpoints/list-query.ts';
import { problems } from '../../contracts/endpoints/problem.ts';
import type { RawInput } from '../../http/request/request-input.ts';
import type { ExportedRow, ImportFieldDeclaration, ListedRecord } from '../import-definition.ts';
import { guardedCell } from '../xlsx/formula-guard.ts';

type Row = Record<string, unknown>;

const isPlain = (value: unknown): boolean =>
  value === null || ['string', 'number', 'boolean', 'undefined'].includes(typeof value);

/**
 * Column names of rows: plain values, and values of nested objects with dots (`customer.number`), also where some rows
 * have null.
 */
function columnsOf(rows: readonly Row[], prefix = '', depth = 0): string[] {
  return [...new Set(rows.flatMap((row) => Object.keys(row)))].flatMap((name) => {
    const values = rows.map((row) => row[name]);
    if (values.every(isPlain)) return [`${prefix}${name}`];
    const held = values.filter((value) => value !== null && value !== undefined);
    if (held.some(Array.isArray))
      return held.every((value) => Array.isArray(value) && value.every(isPlain)) ? [`${prefix}${name}`] : [];
    const nested = held.filter((value): value is Row => !isPlain(value));
    return depth < 2 ? columnsOf(nested, `${prefix}${name}.`, depth + 1) : [];
  });
}

/**
 * The value at a path. Property names may contain dots (`values.billTo.city`); for a list it is the list of the
 * elements' values.
 */
function valueAt(value: unknown, path: string): unknown {
  if (Array.isArray(value)) return value.map((each) => valueAt(each, path));
  if (typeof value !== 'object' || !value) return undefined;
  if (Object.hasOwn(value, path)) return (value as Row)[path];
  const dot = path.indexOf('.');
  const name = path.slice(0, Math.max(dot, 0));
  return dot > 0 && Object.hasOwn(value, name) ? valueAt((value as Row)[name], path.slice(dot + 1)) : undefined;
}

/** Parses a column: `values.sku=SKU` is the value at `values.sku` with the heading `SKU`. */
function csvColumn(text: string): { path: string; heading: string } {
  const equals = text.indexOf('=');
  return equals > 0 ? { path: text.slice(0, equals), heading: text.slice(equals + 1) } : { path: text, heading: text };
}

/** Whether the schema of a row has a value at a path, as `valueAt` reads it. */
function hasPath(schema: z.core.$ZodType, path: string): boolean {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return hasPath(schema.unwrap(), path);
  if (schema instanceof z.ZodArray) return hasPath(schema.element, path);
  if (schema instanceof z.ZodUnion) return schema.options.some((option) => hasPath(option, path));
  if (schema instanceof z.ZodIntersection) return hasPath(schema.def.left, path) || hasPath(schema.def.right, path);
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape).some(
      ([name, field]) => path === name || (path.startsWith(`${name}.`) && hasPath(field, path.slice(name.length + 1))),
    );
  return schema instanceof z.ZodRecord || schema instanceof z.ZodUnknown || schema instanceof z.ZodAny;
}

const rowSchema = ({ reply }: AnyEndpoint): z.core.$ZodType | undefined =>
  reply instanceof z.ZodObject && reply.shape['items'] instanceof z.ZodArray ? reply.shape['items'].element : undefined;

/** Whether an endpoint replies pages of rows, which are also available as CSV. */
export const isList = ({ query }: AnyEndpoint): boolean =>
  query instanceof z.ZodObject && 'take' in query.shape && 'skip' in query.shape;

const refused = (path: string, message: string) => problems.invalid_input({ errors: [{ path, message }] });

/**
 * Whether a request asks for the list as CSV.
 * @throws Problem 400 for another format, for columns without a format, and for an endpoint without a list, so that no
 * parameter is silently ignored.
 */
export function wantsCsv(endpoint: AnyEndpoint, { format, columns }: RawInput['query']): boolean {
  if (endpoint.method !== 'GET') return false;
  if (format !== undefined && format !== 'csv') throw refused('format', 'Must be csv, or be left out');
  if (format === 'csv' && !isList(endpoint)) throw refused('format', 'Only lists can be had as CSV');
  if (columns !== undefined && format === undefined)
    throw refused('columns', 'Columns are chosen with format=csv only');
  return format === 'csv';
}

/**
 * The columns in the parameter `columns`, in order; undefined if it is absent.
 * @throws Problem 400 naming the columns that no row has
 */
export function chosenColumns(endpoint: AnyEndpoint, columns: string | string[] | undefined): string[] | undefined {
  if (columns === undefined) return undefined;
  const names = [columns]
    .flat()
    .flatMap((text) => text.split(','))
    .filter(Boolean);
  if (!names.length) throw refused('columns', 'Name at least one column, or leave it out');
  const row = rowSchema(endpoint);
  const unknown = row ? names.filter((name) => !hasPath(row, csvColumn(name).path)) : [];
  if (unknown.length) throw refused('columns', `There are no columns ${unknown.slice(0, 10).join(', ')} here`);
  return names;
}

/** A cell. Text that a spreadsheet would run as a formula is escaped by apostrophes; numbers are not. */
export function csvCell(value: unknown): string {
  const text =
    value === null || value === undefined
      ? ''
      : Array.isArray(value)
        ? value.join('; ')
        : typeof value === 'object'
          ? JSON.stringify(value)
          : String(value);
  const safe = typeof value === 'number' ? text : guardedCell(text);
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Name of a list in files, and of its import: `sales-orders` for `listSalesOrders`. */
export const listName = ({ name }: Pick<AnyEndpoint, 'name'>): string =>
  name
    .replace(/^list/, '')
    .replaceAll(/([a-z])([A-Z])/g, '$1-$2')
    .toLowerCase();

/** Converts the rows of pages to lines of a file. The columns may be known only after the last page. */
export interface CsvForm {
  add(items: Row[]): Promise<void> | void;
  lines(): string[];
}

const lineOf = (cells: readonly unknown[]): string => cells.map(csvCell).join(',');

/**
 * CSV with the given columns in order, each a path that may be followed by `=` and a heading. Without `columns`, the
 * plain values of the first page except ids, which must be named.
 */
export function pathForm(columns: string[] | undefined): CsvForm {
  const lines: string[] = [];
  let found = columns?.map(csvColumn);
  return {
    add(items) {
      if (!found && items.length)
        found = columnsOf(items)
          .filter((path) => !/(?:^|\.)id$|IDs?$/.test(path))
          .map((path) => ({ path, heading: path }));
      for (const item of items) lines.push(lineOf((found ?? []).map(({ path }) => valueAt(item, path))));
    },
    lines: () => (found ? [lineOf(found.map(({ heading }) => heading)), ...lines] : lines),
  };
}

/** CSV with the columns of an import: importing the file again changes nothing. */
export function importForm(
  fields: readonly Pick<ImportFieldDeclaration, 'name' | 'label'>[],
  rowsOf: (items: readonly ListedRecord[]) => Promise<ExportedRow[]>,
): CsvForm {
  const rows: ExportedRow[] = [];
  return {
    async add(items) {
      rows.push(...(await rowsOf(items as ListedRecord[])));
    },
    lines() {
      const filled = fields.filter(({ name }) => !rows.length || rows.some((row) => name in row.fields));
      const extras = [...new Set(rows.flatMap((row) => Object.keys(row.extras ?? {})))].sort();
      return [
        lineOf([...filled.map(({ label }) => label), ...extras]),
        ...rows.map((row) =>
          lineOf([...filled.map(({ name }) => row.fields[name]), ...extras.map((heading) => row.extras?.[heading])]),
        ),
      ];
    },
  };
}

/** The whole filtered list as CSV, read page by page through the list's handler in one transaction. */
export async function csvOf(
  endpoint: AnyEndpoint,
  form: CsvForm,
  page: (take: number, skip: number) => Promise<{ items: Row[] }>,
): Promise<BinaryContent> {
  for (let skip = 0; ; skip += largestTake) {
    const { items } = await page(largestTake, skip);
    await form.add(items);
    if (items.length < largestTake) break;
  }
  // Spreadsheets read UTF-8 only with the byte order mark.
  const bytes = `\uFEFF${form.lines().join('\r\n')}\r\n`;
  return { bytes, contentType: 'text/csv; charset=utf-8', filename: `${listName(endpoint)}.csv` };
}
