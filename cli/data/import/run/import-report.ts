import type { CommandContext } from '@millwright/core/cli';
import { type ChangeSet, type ImportSet, rowRangesText } from '@millwright/core/contracts';
import type { CellMessage, ExampleRow } from '../import-cells.ts';

const counted = (count: number, one: string, many: string): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;

const effects = [
  ['create', 'created'],
  ['update', 'updated'],
  ['delete', 'deleted'],
  ['unchanged', 'unchanged'],
  ['skip', 'skipped'],
  ['error', 'with errors'],
] as const;

/** `812 rows: 700 created, 12 updated, 100 unchanged`. */
export function effectText({ rowCount, counts }: Pick<ChangeSet, 'rowCount' | 'counts'>): string {
  const parts = effects.flatMap(([effect, word]) =>
    counts[effect] ? [`${counts[effect].toLocaleString('en-US')} ${word}`] : [],
  );
  return `${counted(rowCount, 'row', 'rows')}: ${parts.join(', ') || 'nothing'}`;
}

/** `row 12, Unit price "abc": This is no number`. */
const cellText = ({ row, column, value, message }: CellMessage): string =>
  `row ${row}${column ? `, ${column}` : ''}${value ? ` "${value}"` : ''}: ${message}`;

const shown = (value: unknown): string => {
  if (value === null || value === undefined || value === '') return '(empty)';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};

const mostValues = 3;
const mostRanges = 200;

/** One line per error. The same error in many cells, such as a missing customer, is listed once with its rows. */
export function errorLines(cells: readonly CellMessage[]): string[] {
  const groups = Map.groupBy(cells, ({ field, message }) => `${field}\0${message}`);
  return [...groups.values()].flatMap((all) => {
    const [first, ...others] = all;
    if (!first) return [];
    if (others.length === 0) return [cellText(first)];
    const rows = rowRangesText(all.map(({ row }) => row));
    const values = [...new Set(all.map(({ value }) => value).filter(Boolean))];
    const shownValues = values.slice(0, mostValues).map((value) => ` "${value}"`);
    const which = `${shownValues.join(',')}${values.length > mostValues ? ', ...' : ''}`;
    const where =
      rows.length > mostRanges
        ? `${rows.slice(0, rows.lastIndexOf(',', mostRanges))}, ... (${all.length} in all)`
        : rows;
    return [`rows ${where}${first.column ? `, ${first.column}` : ''}${which}: ${first.message}`];
  });
}

/** Hints that the errors suggest. */
export function waysOf(cells: readonly CellMessage[]): string {
  const has = (words: string): boolean => cells.some(({ message }) => message.includes(words));
  return [
    has('the import can round them') ? '\n--round rounds numbers to what their field holds' : '',
    has('write it as one of these') ? '\n--date-order and --decimal say how dates and numbers are written' : '',
    has('Would delete ') ? '\n--replace-lines deletes the lines that the file does not have' : '',
  ].join('');
}

const delimiterNames: Readonly<Record<string, string>> = { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'bar' };

/**
 * Description of the file format: `Read as text in utf-8, separated by semicolon; dates day first; decimals with a
 * comma`.
 */
export function fileFormatText({ kind, encoding, delimiter, sheet, dateOrder, decimal }: ImportSet['format']): string {
  const what =
    kind === 'xlsx'
      ? `workbook${sheet === null ? '' : `, sheet ${sheet}`}`
      : `text in ${encoding}, separated by ${delimiterNames[delimiter ?? ''] ?? delimiter}`;
  return [
    `Read as ${what}`,
    ...(dateOrder ? [`dates ${dateOrder.replace('-', ' ')}`] : []),
    ...(decimal ? [`decimals with a ${decimal}`] : []),
  ].join('; ');
}

/** The changes of a record, one line per field. */
export function exampleLines({ row, label, effect, changes }: ExampleRow, most = 6): string[] {
  const lines = changes
    .slice(0, most)
    .map(({ label: field, from, to }) =>
      effect === 'create' ? `    ${field}: ${shown(to)}` : `    ${field}: ${shown(from)} -> ${shown(to)}`,
    );
  const rest = changes.length - lines.length;
  return [`  ${effect} ${label} (row ${row})`, ...lines, ...(rest > 0 ? [`    and ${rest} more`] : [])];
}

/** Result of the import. */
export type ImportOutcome = 'applied' | 'checked' | 'unchanged' | 'refused';

/** The document of `--json`. */
export const importDocument = (
  set: ImportSet,
  outcome: ImportOutcome,
  messages: { errors: readonly CellMessage[]; warnings: readonly CellMessage[] },
  examples: readonly ExampleRow[] | undefined,
) => ({
  id: set.id,
  type: set.type,
  fileName: set.fileName,
  /** Only `applied` has changed anything. */
  status: outcome,
  rows: set.rowCount,
  counts: set.counts,
  applied: set.appliedCount,
  canUndo: set.canUndo,
  format: set.format,
  columns: set.columns.map(({ heading, field, matchedBy }) => ({ heading, field, matchedBy })),
  fileWarnings: set.warnings,
  errors: messages.errors,
  warnings: messages.warnings,
  ...(examples ? { examples } : {}),
});

const mostWarnings = 20;

/** Prints facts about the file and warnings about rows to stderr. */
export function noteWarnings(
  ctx: CommandContext,
  fileWarnings: readonly string[],
  warnings: readonly CellMessage[],
): void {
  for (const warning of fileWarnings) ctx.note(`warning: ${warning}`);
  const lines = errorLines(warnings);
  for (const line of lines.slice(0, mostWarnings)) ctx.note(`warning: ${line}`);
  if (lines.length > mostWarnings)
    ctx.note(`warning: and ${(lines.length - mostWarnings).toLocaleString('en-US')} more (--json lists all)`);
}
