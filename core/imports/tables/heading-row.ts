import { excerpt } from './excerpt.ts';

/** Number of filled rows that are searched for the headings. */
export const headingSample = 25;

interface Row {
  cells: readonly string[];
  /** Whether each cell is a number by type. */
  numbers?: readonly boolean[];
}

const isFilled = (cell: string): boolean => cell.trim() !== '';
const holdsNumber = ({ cells, numbers }: Row): boolean =>
  cells.some((cell, index) => numbers?.[index] || (/^[-+]?[\d.,]+ ?%?$/.test(cell.trim()) && /\d/.test(cell)));

/**
 * Index of the row with the headings among the first filled rows. It is the first, unless that fills at most half of
 * the columns of other rows, like a title or date above a table. Rows with numbers cannot be headings, so a table with
 * few headings keeps its first row.
 */
export function headingAt(rows: readonly Row[]): number {
  const filled = rows.map(({ cells }) => cells.filter(isFilled).length);
  const widest = Math.max(0, ...filled);
  const found = filled.findIndex((count) => count * 2 > widest);
  const heading = rows[found];
  return heading && !holdsNumber(heading) ? found : 0;
}

/** A warning about the text above the headings; undefined if there is none. */
export function titleWarning(rows: readonly Row[], at: number): string | undefined {
  if (at === 0) return undefined;
  const titles = rows.slice(0, at).map(({ cells }) => `"${excerpt(cells.filter(isFilled).join(' ').trim())}"`);
  const what = at === 1 ? 'A row above the headings is' : `${at} rows above the headings are`;
  return `${what} not imported: ${titles.join(', ')}`;
}
