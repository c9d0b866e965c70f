import { decimal } from '../../contracts/numbers/decimal.ts';
import { mostColumns, type SourceRow, type SourceTable } from './source-table.ts';
import { unreadable } from './unreadable.ts';

const textOf = (value: unknown): string =>
  value === null || value === undefined
    ? ''
    : typeof value === 'number'
      ? decimal(value).toFixed()
      : typeof value === 'object'
        ? JSON.stringify(value)
        : String(value);

/** Rows given as JSON objects, as a table. The headings are their property names in the order of first occurrence. */
export function arrayTable(rows: readonly Readonly<Record<string, unknown>>[]): SourceTable {
  const headings = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  if (headings.length > mostColumns) throw unreadable(`There are more than ${mostColumns} different fields`);
  return {
    format: { kind: 'delimited', encoding: 'utf-8', delimiter: ',', sheets: [], sheet: null },
    headings,
    *rows(): Generator<SourceRow> {
      for (const [index, row] of rows.entries()) {
        const values = headings.map((heading) => (Object.hasOwn(row, heading) ? row[heading] : null));
        yield {
          row: index + 1,
          line: index + 1,
          cells: values.map(textOf),
          numbers: values.map((value) => typeof value === 'number'),
        };
      }
    },
    warnings: () => [],
  };
}
