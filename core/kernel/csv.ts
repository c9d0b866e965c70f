import { z } from 'zod';
import type { AnyEndpoint, BinaryContent } from '../contracts/endpoint.ts';
import { largestTake } from '../contracts/list-query.ts';
import { problems } from '../contracts/problem.ts';
import { guarded } from './formula-guard.ts';
import type { RawInput } from './request-input.ts';

type Row = Record<string, unknown>;

const isPlain = (value: unknown): boolean =>
  value === null || ['string', 'number', 'boolean', 'undefined'].includes(typeof value);

/** Names of the columns of rows: plain values, and those of nested objects with dots (`customer.number`), null in some rows. */
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

/** What stands at a path; names may have dots themselves (`values.billTo.city`), and of a list it is that of each element. */
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

const isList = ({ query }: AnyEndpoint): boolean =>
  query instanceof z.ZodObject && 'take' in query.shape && 'skip' in query.shape;

const refused = (path: string, message: string) => problems.invalid_input({ errors: [{ path, message }] });

/**
 * Whether an address asks for the list as CSV. @throws Problem 400 for another format, for columns without a format, and where
 * there is no list: what an address asks for is done or refused, never left out.
 */
export function wantsCsv(endpoint: AnyEndpoint, { format, columns }: RawInput['query']): boolean {
  if (endpoint.method !== 'GET') return false;
  if (format !== undefined && format !== 'csv') throw refused('format', 'Must be csv, or be left out');
  if (format === 'csv' && !isList(endpoint)) throw refused('format', 'Only lists can be had as CSV');
  if (columns !== undefined && format === undefined)
    throw refused('columns', 'Columns are chosen with format=csv only');
  return format === 'csv';
}

/** The columns that `columns` names, in their order; undefined where it is absent. @throws Problem 400 naming those that no row has */
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
  const safe = typeof value === 'number' ? text : guarded(text);
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/**
 * The whole filtered list as CSV, page by page through the list's own handler, in one transaction.
 * `columns` names the columns in order, each as a path that may be followed by `=` and a heading; without it every plain value
 * of the first page is one.
 */
export async function csvOf(
  endpoint: AnyEndpoint,
  columns: string[] | undefined,
  page: (take: number, skip: number) => Promise<{ items: Row[] }>,
): Promise<BinaryContent> {
  const lines: string[] = [];
  let found = columns?.map(csvColumn);
  for (let skip = 0; ; skip += largestTake) {
    const { items } = await page(largestTake, skip);
    if (!found && items.length) found = columnsOf(items).map((path) => ({ path, heading: path }));
    if (skip === 0 && found) lines.push(found.map(({ heading }) => csvCell(heading)).join(','));
    for (const item of items) lines.push((found ?? []).map(({ path }) => csvCell(valueAt(item, path))).join(','));
    if (items.length < largestTake) break;
  }
  const filename = `${endpoint.name
    .replace(/^list/, '')
    .replaceAll(/([a-z])([A-Z])/g, '$1-$2')
    .toLowerCase()}.csv`;
  // The byte order mark makes spreadsheets read UTF-8.
  return { bytes: `\uFEFF${lines.join('\r\n')}\r\n`, contentType: 'text/csv; charset=utf-8', filename };
}
