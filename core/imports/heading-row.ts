import { excerpt } from './excerpt.ts';

/** Filled rows that are looked at to find the headings. */
export const headingSample = 25;

interface Row {
  cells: readonly string[];
  /** Cells that are numbers by type. */
  numbers?: readonly boolean[];
}

const isFilled = (cell: string): boolean => cell.trim() !== '';
const holdsNumber = ({ cells, numbers }: Row): boolean =>
  cells.some((cell, index) => numbers?.[index] || (/^[-+]?[\d.,]+ ?%?$/.test(cell.trim()) && /\d/.test(cell)));

/**
 * Which of the first filled rows has the headings: the first, unless it fills no more than half of the columns that
 * others fill, as titles and dates above a table do. A row with numbers has none, so a table whose headings are few
 * keeps its first row.
 */
export function headingAt(rows: readonly Row[]): number {
  const filled = rows.map(({ cells }) => cells.filter(isFilled).length);
  const widest = Math.max(0, ...filled);
  const found = filled.findIndex((count) => count * 2 > widest);
  const heading = rows[found];
  return heading && !holdsNumber(heading) ? found : 0;
}

/** What stands above the headings, for a warning; undefined where nothing does. */
export function titleWarning(rows: readonly Row[], at: number): string | undefined {
  if (at === 0) return undefined;
  const titles = rows.slice(0, at).map(({ cells }) => `"${excerpt(cells.filter(isFilled).join(' ').trim())}"`);
  const what = at === 1 ? 'A row above the headings is' : `${at} rows above the headings are`;
  return `${what} not imported: ${titles.join(', ')}`;
}
