import { fitText, plainText, textWidth } from './text-width.ts';

/** A column of a table. */
export interface TableColumn<Row> {
  title: string;
  value(row: Row): string | number | boolean | null | undefined;
  /** Numbers are right-aligned by default. */
  align?: 'left' | 'right';
  /** Smallest width after cutting; 6 by default. */
  minimum?: number;
}

export interface LaidOutTable {
  header: string;
  rows: string[];
}

const gap = '  ';

const padded = (text: string, width: number, align: 'left' | 'right'): string => {
  const space = ' '.repeat(Math.max(0, width - textWidth(text)));
  return align === 'right' ? space + text : text + space;
};

/**
 * Lays out rows in columns that fit a width. The widest columns are cut first, none below its minimum; numbers are
 * right-aligned. Plain text without colors, for the plain output and the Ink table.
 */
export function layOutTable<Row>(
  columns: readonly TableColumn<Row>[],
  rows: readonly Row[],
  width: number,
): LaidOutTable {
  const cells = rows.map((row) =>
    columns.map((column) => {
      const value = column.value(row);
      return {
        text: value === null || value === undefined ? '' : plainText(String(value)),
        isNumber: typeof value === 'number',
      };
    }),
  );
  const aligns = columns.map(
    ({ align }, index) =>
      align ??
      (cells.some((row) => row[index]?.isNumber) && cells.every((row) => row[index]?.isNumber || !row[index]?.text)
        ? 'right'
        : 'left'),
  );
  const widths = columns.map(({ title }, index) =>
    Math.max(textWidth(title), ...cells.map((row) => textWidth(row[index]?.text ?? ''))),
  );
  shrink(
    widths,
    columns.map(({ minimum }) => minimum ?? 6),
    width - gap.length * (columns.length - 1),
  );
  const line = (texts: readonly string[]): string =>
    texts
      .map((text, index) => padded(fitText(text, widths[index] ?? 0), widths[index] ?? 0, aligns[index] ?? 'left'))
      .join(gap)
      .trimEnd();
  return {
    header: line(columns.map(({ title }) => title)),
    rows: cells.map((row) => line(row.map(({ text }) => text))),
  };
}

/** Shrinks the widest column repeatedly until the sum fits or all columns have their minimum. */
function shrink(widths: number[], minimums: readonly number[], available: number): void {
  let excess = widths.reduce((sum, width) => sum + width, 0) - available;
  while (excess > 0) {
    const candidates = widths
      .map((width, index) => ({ width, index }))
      .filter(({ width, index }) => width > (minimums[index] ?? 6))
      .sort((a, b) => b.width - a.width);
    const [widest, next] = candidates;
    if (!widest) return;
    const floor = Math.max(minimums[widest.index] ?? 6, (next?.width ?? 0) - 1);
    const taken = Math.max(1, Math.min(excess, widest.width - floor));
    widths[widest.index] = widest.width - taken;
    excess -= taken;
  }
}
