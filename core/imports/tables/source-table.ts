import type { z } from 'zod';
import type { importFormat } from '../../contracts/work/import.contract.ts';

/** A row of a file. */
export interface SourceRow {
  /** Row number below the headings from 1, counting empty rows: the row in a spreadsheet less the headings. */
  row: number;
  /** Line of the file at which it begins; for a sheet the row. */
  line: number;
  cells: string[];
  /** Whether each cell is a number by type, in files that have types. The text of such a cell has a decimal point. */
  numbers?: readonly boolean[];
  /** Fault of the line itself: quotes, number of cells. The cells are present anyway. */
  fault?: string;
}

/** An opened file: first the headings; rows are read on demand. */
export interface SourceTable {
  format: z.output<typeof importFormat>;
  headings: string[];
  /** May be called once; throws 400 `file_unreadable` where the file is damaged. */
  rows(): Iterable<SourceRow>;
  /** Warnings about the whole file; complete after the rows have been read. */
  warnings(): string[];
}

/** Largest number of columns in a sheet. */
export const mostColumns = 500;
/** Longest cell in characters, the limit of spreadsheets. */
export const longestCell = 32_767;
