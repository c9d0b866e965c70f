import { decimal, Problem, type positiveMeasure, type unitPrice } from '@millwright/core/contracts';
import type { ImportChoices, ImportFieldDeclaration, ParsedRow } from '@millwright/core/server';
import type { CatalogueUnit } from '@millwright/inventory/contracts';
import { textOf } from './import-row.ts';

/** Reading the rows of files in which an order has a row for each of its lines. */

/** Says what is wrong with a cell; row 0 is the first of the order. */
export type Tell = (row: number, field: string, message: string) => void;

/** What the rows of an order say about it: the first filled cell of each field, and where it stands. */
export type OrderCells = ReadonlyMap<string, { row: number; text: string }>;

const sameText = (kind: string | undefined, left: string, right: string): boolean =>
  left === right || (kind === 'reference' && left.toLowerCase() === right.toLowerCase());

const longestShown = 60;
const shortened = (text: string): string =>
  text.length > longestShown ? `${text.slice(0, longestShown).toWellFormed()}...` : text;

/** Gathers the fields of an order from its rows; a row that contradicts an earlier one is told. */
export function orderCells(
  rows: readonly ParsedRow[],
  declarations: readonly ImportFieldDeclaration[],
  fault: Tell,
): OrderCells {
  const cells = new Map<string, { row: number; text: string }>();
  for (const { name, label, kind } of declarations)
    for (const { row, fields } of rows) {
      const value = fields[name];
      const text = typeof value === 'boolean' ? (value ? 'yes' : 'no') : value;
      if (typeof text !== 'string') continue;
      const known = cells.get(name);
      if (!known) cells.set(name, { row, text });
      else if (!sameText(kind, known.text, text))
        fault(
          row,
          name,
          `${label} is "${shortened(text)}" here and "${shortened(known.text)}" in row ${known.row} of the same order`,
        );
    }
  return cells;
}

/** All texts of these fields. */
export function* textsOf(rows: readonly ParsedRow[], fields: readonly string[]): Generator<string> {
  for (const row of rows)
    for (const field of fields) {
      const text = textOf(row, field);
      if (text !== undefined) yield text;
    }
}

/**
 * Does work whose problems name `<row>.<field>`, and tells them; undefined then. `columnOf`: the column of the file
 * that a field of requests is.
 */
export function told<Result>(
  fault: Tell,
  columnOf: Readonly<Record<string, string>>,
  work: () => Result,
): Result | undefined {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const errors = error.errors.length ? error.errors : [{ path: '', message: error.message }];
    for (const { path, message } of errors) {
      const [row, field] = path.split('.');
      fault(Number(row) || 0, columnOf[field ?? ''] ?? '', message);
    }
    return undefined;
  }
}

/** A number of a cell as requests may send it; told where they may not. */
export function numberOf(
  schema: typeof positiveMeasure | typeof unitPrice,
  row: ParsedRow,
  field: string,
  fault: Tell,
): number | undefined {
  const text = textOf(row, field);
  if (text === undefined) return undefined;
  const read = schema.safeParse(Number(text));
  if (read.success) return read.data;
  fault(row.row, field, read.error.issues[0]?.message ?? 'Must be a number');
  return undefined;
}

/** The unit that a row means: the one it names, else the usual one. */
export function rowUnitOf(
  units: readonly CatalogueUnit[],
  name: string | undefined,
  usualID: string,
): CatalogueUnit | undefined {
  if (name === undefined) return units.find(({ unitID }) => unitID === usualID);
  return units.find(({ unit }) => unit === name) ?? units.find(({ unit }) => unit.toLowerCase() === name.toLowerCase());
}

/** Numbers of lines that no line can have are told. */
export function tellLineNumbers(rows: readonly ParsedRow[], fault: Tell): void {
  for (const row of rows) {
    const number = textOf(row, 'lineItemNumber');
    if (number !== undefined && !/^\d{1,9}$/.test(number) && number !== '1000000000')
      fault(row.row, 'lineItemNumber', 'Must be between 0 and 1,000,000,000');
  }
}

interface KnownLine {
  id: string;
  lineItemNumber: number;
  sku: string;
}

/** Lines that stand and are not in the file go only where somebody said so. */
export function tellGoneLines(
  present: readonly KnownLine[],
  wanted: readonly { id: string }[] | undefined,
  { replaceLines = false }: ImportChoices,
  { fault, warn }: { fault: Tell; warn: Tell },
): void {
  if (!wanted) return;
  const kept = new Set(wanted.map(({ id }) => id));
  const gone = present.filter(({ id }) => !kept.has(id));
  if (!gone.length) return;
  const lines = gone.length === 1 ? '1 line' : `${gone.length} lines`;
  const which = `${gone
    .slice(0, 5)
    .map(({ lineItemNumber, sku }) => `${lineItemNumber} ${sku}`)
    .join(', ')}${gone.length > 5 ? ', ...' : ''}`;
  if (replaceLines) warn(0, '', `Deletes ${lines} of the order: ${which}`);
  else fault(0, '', `Would delete ${lines} of the order that the file does not have: ${which}`);
}

/**
 * The lines that rows mean among those that are there: by their number, else the next that is as written, else the next
 * of the same item. So the same file finds its own lines again, and a line is new or gone only where items differ.
 */
export function matched<Line extends KnownLine>(
  rows: readonly ParsedRow[],
  present: readonly Line[],
  isAsWritten: (row: ParsedRow, line: Line) => boolean,
): (Line | undefined)[] {
  const free = new Set(present);
  const found = new Map<ParsedRow, Line>();
  const pass = (isNumbered: boolean, fits: (row: ParsedRow, line: Line) => boolean): void => {
    for (const row of rows) {
      if (!free.size) return;
      if (found.has(row) || (textOf(row, 'lineItemNumber') !== undefined) !== isNumbered) continue;
      for (const line of free)
        if (fits(row, line)) {
          free.delete(line);
          found.set(row, line);
          break;
        }
    }
  };
  pass(true, (row, line) => line.lineItemNumber === Number(textOf(row, 'lineItemNumber')));
  pass(false, isAsWritten);
  pass(false, (row, line) => line.sku === textOf(row, 'sku'));
  return rows.map((row) => found.get(row));
}

/** A decimal as people write it. */
export const plain = (text: string): string => decimal(text).toFixed();

/** A line that an import adds, changes or removes; `changes` of a line that stays. */
export interface LineChange<Line> {
  before?: Line | undefined;
  after?: Line | undefined;
  changes: { field: string; from: unknown; to: unknown }[];
}

/** What people see of a line. */
export type LineFacts<Line> = readonly { name: string; of(line: Line): unknown }[];

/** Lines that differ between two states of an order, by line item number. */
export function lineChanges<Line extends KnownLine>(
  facts: LineFacts<Line>,
  before: readonly Line[],
  after: readonly Line[],
): LineChange<Line>[] {
  const old = new Map(before.map((line) => [line.id, line]));
  const found: LineChange<Line>[] = [];
  for (const line of after) {
    const was = old.get(line.id);
    old.delete(line.id);
    const changes = was
      ? facts.flatMap(({ name, of }) => {
          const [from, to] = [of(was), of(line)];
          return from === to ? [] : [{ field: name, from, to }];
        })
      : [];
    if (!was || changes.length) found.push({ before: was, after: line, changes });
  }
  for (const line of old.values()) found.push({ before: line, changes: [] });
  const numberOfChange = ({ after: now, before: was }: LineChange<Line>): number =>
    now?.lineItemNumber ?? was?.lineItemNumber ?? 0;
  // What goes is told before what takes its number.
  return found.sort(
    (left, right) =>
      numberOfChange(left) - numberOfChange(right) ||
      Number(left.after !== undefined) - Number(right.after !== undefined),
  );
}
