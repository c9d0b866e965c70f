import type { AnyEndpoint, BinaryContent } from '../contracts/endpoint.ts';
import { largestTake } from '../contracts/list-query.ts';

type Row = Record<string, unknown>;

const isPlain = (value: unknown): boolean =>
  value === null || ['string', 'number', 'boolean', 'undefined'].includes(typeof value);

/** Names of the columns of a row: plain values, and those of nested objects with dots (`customer.number`). */
function columnsOf(row: Row, prefix = '', depth = 0): string[] {
  return Object.entries(row).flatMap(([name, value]) => {
    if (isPlain(value)) return [`${prefix}${name}`];
    if (Array.isArray(value)) return value.every(isPlain) ? [`${prefix}${name}`] : [];
    return depth < 2 ? columnsOf(value as Row, `${prefix}${name}.`, depth + 1) : [];
  });
}

const valueAt = (row: Row, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>(
      (value, name) =>
        typeof value === 'object' && value && Object.hasOwn(value, name) ? (value as Row)[name] : undefined,
      row,
    );

/** One cell; a text that a spreadsheet would run as a formula is made harmless with an apostrophe. */
export function csvCell(value: unknown): string {
  const text =
    value === null || value === undefined
      ? ''
      : Array.isArray(value)
        ? value.join('; ')
        : typeof value === 'object'
          ? JSON.stringify(value)
          : String(value);
  const safe = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/**
 * The whole filtered list as CSV, page by page through the list's own handler, in one transaction.
 * `columns` names the columns in order; without it every plain value of the first row is one.
 */
export async function csvOf(
  endpoint: AnyEndpoint,
  columns: string[] | undefined,
  page: (take: number, skip: number) => Promise<{ items: Row[] }>,
): Promise<BinaryContent> {
  const lines: string[] = [];
  let names = columns;
  for (let skip = 0; ; skip += largestTake) {
    const { items } = await page(largestTake, skip);
    if (!names && items[0]) names = columnsOf(items[0]);
    if (skip === 0 && names) lines.push(names.map(csvCell).join(','));
    for (const item of items) lines.push((names ?? []).map((name) => csvCell(valueAt(item, name))).join(','));
    if (items.length < largestTake) break;
  }
  const filename = `${endpoint.name
    .replace(/^list/, '')
    .replaceAll(/([a-z])([A-Z])/g, '$1-$2')
    .toLowerCase()}.csv`;
  // The byte order mark makes spreadsheets read UTF-8.
  return { bytes: `\uFEFF${lines.join('\r\n')}\r\n`, contentType: 'text/csv; charset=utf-8', filename };
}
