import { z } from 'zod';
import type { AnyEndpoint, BinaryContent } from '../contracts/endpoint.ts';
import { largestTake } from '../contracts/list-query.ts';
import { problems } from '../contracts/problem.ts';
import type { RawInput } from '../http/request-input.ts';
import { guardedCell } from './formula-guard.ts';
import type { ExportedRow, ImportFieldDeclaration, ListedRecord } from './import-definition.ts';

type Row = Record<string, unknown>;

const isPlain = (value: unknown): boolean =>
  value === null || ['string', 'number', 'boolean', 'undefined'].includes(typeof value);

/**
 * Names of the columns of rows: plain values, and those of nested objects with dots (`customer.number`), null in some
 * rows.
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
 * What stands at a path; names may have dots themselves (`values.billTo.city`), and of a list it is that of each
 * element.
 */
function valueAt(value: unknown, path: string): unknown {
  if (Array.isArray(value)) return value.map((each) => valueAt(each, path));
  if (typeof value !== 'object' || !value) return undefined;
  if (Object.hasOwn(value, path)) return (value as Row)[path];
  const dot = path.indexOf('.');
  const name = path.slice(0, Math.max(dot, 0));
  return dot > 0 && Object.hasOwn(value, name) ? valueAt((value as Row)[name], path.slice(dot + 1)) : undefined;
}

/** `values.sku=SKU` is the value at `values.sku` under the heading `SKU`. */
function csvColumn(text: string): { path: string; heading: string } {
  const equals = text.indexOf('=');
  return equals > 0 ? { path: text.slice(0, equals), heading: text.slice(equals + 1) } : { path: text, heading: text };
}

/** Whether the schema of a row has something at a path, as `valueAt` reads it. */
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

/** Whether an endpoint answers pages of rows, which may be had as CSV. */
export const isList = ({ query }: AnyEndpoint): boolean =>
  query instanceof z.ZodObject && 'take' in query.shape && 'skip' in query.shape;

const refused = (path: string, message: string) => problems.invalid_input({ errors: [{ path, message }] });

/**
 * Whether an address asks for the list as CSV. @throws Problem 400 for another format, for columns without a format,
 * and where there is no list: what an address asks for is done or refused, never left out.
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
 * The columns that `columns` names, in their order; undefined where it is absent. @throws Problem 400 naming those that
 * no row has
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

/** One cell; what a spreadsheet would run as a formula is made harmless with apostrophes, but numbers are numbers. */
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

/** Name of a list in files, and of the import that takes them: `sales-orders` of `listSalesOrders`. */
export const listName = ({ name }: Pick<AnyEndpoint, 'name'>): string =>
  name
    .replace(/^list/, '')
    .replaceAll(/([a-z])([A-Z])/g, '$1-$2')
    .toLowerCase();

/** How the rows of a page become lines of the file; `columns` are known when the last page has been. */
export interface CsvForm {
  add(items: Row[]): Promise<void> | void;
  lines(): string[];
}

const lineOf = (cells: readonly unknown[]): string => cells.map(csvCell).join(',');

/**
 * Columns in order, each a path that may be followed by `=` and a heading. Without `columns` they are the plain values
 * of the first page, but for ids, which are asked for by name.
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

/** The columns of an import: the file can be imported again, and what it says is unchanged. */
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

/** The whole filtered list as CSV, page by page through the list's own handler, in one transaction. */
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
  // The byte order mark makes spreadsheets read UTF-8.
  const bytes = `\uFEFF${form.lines().join('\r\n')}\r\n`;
  return { bytes, contentType: 'text/csv; charset=utf-8', filename: `${listName(endpoint)}.csv` };
}
