import type { NewRow } from '../../change-sets/rows/change-set-row.queries.ts';
import { cleanText } from '../../contracts/texts/text.ts';
import type { ImportColumn } from '../../contracts/work/import.contract.ts';
import type { StoredColumn } from '../import.entity.ts';
import type { ImportDefinition } from '../import-definition.ts';
import { keyOf, lineFault, unmappedCell } from '../work/import-work.ts';
import { stylesOf } from '../xlsx/cell-styles.ts';
import { unguarded } from '../xlsx/formula-guard.ts';
import { printable, storable } from './excerpt.ts';
import { stagedCellOf } from './extra-columns.ts';
import type { SourceTable } from './source-table.ts';
import { unreadable } from './unreadable.ts';

/** Largest number of rows in a file. Larger files are refused, because time limits would interrupt them. */
const mostRows = 250_000;
/** Largest batch in characters, because rows may be long. */
const batchLength = 2_000_000;
const mostSamples = 5;
const longestSample = 100;
const longestHeading = 200;

/** Letters of a column as in spreadsheets: A for 0, AA for 26. */
const columnLetters = (index: number): string =>
  index < 26
    ? String.fromCharCode(65 + index)
    : `${columnLetters(Math.floor(index / 26) - 1)}${String.fromCharCode(65 + (index % 26))}`;

/** Reads a file row by row into batches for staging and collects data about its columns. */
export class TableStaging {
  readonly #table: SourceTable;
  readonly #definition: ImportDefinition;
  readonly #columns: StoredColumn[];
  readonly #names: string[];

  constructor(
    table: SourceTable,
    definition: ImportDefinition,
    matched: readonly Pick<ImportColumn, 'field' | 'matchedBy'>[],
  ) {
    this.#table = table;
    this.#definition = definition;
    this.#columns = table.headings.map((heading, index) => ({
      index,
      heading: printable(heading.slice(0, longestHeading).toWellFormed()).trim() || `Column ${columnLetters(index)}`,
      field: matched[index]?.field ?? null,
      matchedBy: matched[index]?.matchedBy ?? null,
      samples: [],
      filled: 0,
      styles: [],
    }));
    this.#names = this.#columns.map((column) => stagedCellOf(definition, column));
  }

  /** The columns with the data collected so far, without those that have neither a heading nor a cell. */
  columns(): StoredColumn[] {
    return this.#columns.filter(({ index, filled }) => filled > 0 || this.#table.headings[index] !== '');
  }

  *batches(batchRows: number): Generator<NewRow[]> {
    let batch: NewRow[] = [];
    let count = 0;
    let length = 0;
    for (const { row, cells, numbers, fault } of this.#table.rows()) {
      count += 1;
      if (count > mostRows) throw unreadable(`It has more than ${mostRows.toLocaleString('en-US')} rows; split it`);
      const values: Record<string, string> = {};
      for (let index = 0; index < cells.length; index += 1) {
        const text = unguarded(storable(cleanText(cells[index] as string).trim()));
        if (text === '') continue;
        values[this.#names[index] ?? unmappedCell(index)] = text;
        length += text.length;
        this.#learn(index, text, numbers?.[index]);
      }
      if (fault !== undefined) values[lineFault] = fault;
      batch.push({ row, key: keyOf(this.#definition, values), values });
      if (batch.length === batchRows || length > batchLength) {
        yield batch;
        batch = [];
        length = 0;
      }
    }
    if (batch.length) yield batch;
  }

  #learn(index: number, text: string, isNumber: boolean | undefined): void {
    const column = this.#columns[index];
    if (!column) return;
    column.filled += 1;
    if (column.samples.length < mostSamples) {
      const sample = printable(text.slice(0, longestSample).toWellFormed());
      if (!column.samples.includes(sample)) column.samples.push(sample);
    }
    const style = stylesOf(text, isNumber);
    if (style !== undefined && !column.styles.includes(style)) column.styles.push(style);
  }
}
