import type { z } from 'zod';
import type { importFormat } from '../contracts/import.contract.ts';

/** A row as it stands in the file. */
export interface SourceRow {
  /** Rows below the headings, from 1; empty rows count, so that it is the row a spreadsheet shows less the headings. */
  row: number;
  /** Line of the file it begins at; the row of a sheet. */
  line: number;
  cells: string[];
  /** Cells that are numbers by type, where the file has types; their text has a point before the decimals. */
  numbers?: readonly boolean[];
  /** What is wrong with the line itself: quotes, count of cells. The cells are there nevertheless. */
  fault?: string;
}

/** A file that has been opened: headings first, rows as they are asked for. */
export interface SourceTable {
  format: z.output<typeof importFormat>;
  headings: string[];
  /** Once; throws 400 `file_unreadable` where the file breaks. */
  rows(): Iterable<SourceRow>;
  /** Facts about the whole file; complete when the rows have been read. */
  warnings(): string[];
}

/** Cells that a sheet may be wide. */
export const mostColumns = 500;
/** Characters of a cell, as in spreadsheets. */
export const longestCell = 32_767;
