import { formats, noValue } from '@millwright/core/browser';
import type { Cell, FigureKind } from '../../contracts/index.ts';

/** A value as text. */
export function reportCellText(kind: FigureKind, value: Cell | undefined): string {
  if (value === null || value === undefined || value === '') return noValue;
  switch (kind) {
    case 'money':
      return formats().money(value);
    case 'percent':
      return formats().percent(Number(value) / 100);
    case 'days':
      return `${formats().number(value)} ${value === 1 ? 'day' : 'days'}`;
    case 'hours':
      return `${formats().number(value)} h`;
    case 'date':
      return formats().date(String(value));
    case 'text':
      return String(value);
    default:
      return formats().number(value);
  }
}

/** Whether values of the kind are right-aligned. */
export const isNumeric = (kind: FigureKind): boolean => kind !== 'text' && kind !== 'date';

/** The first day of a point for an axis, without the year. */
export const shortDay = (day: string): string =>
  /^\d{4}-\d{2}-\d{2}$/.test(day)
    ? formats()
        .date(day)
        .replace(/,? \d{4}$/, '')
    : day;

/** A value for an axis, without cents. */
export const axisText = (kind: FigureKind, value: number): string =>
  kind === 'money' ? formats().money(value, { maximumFractionDigits: 0 }) : reportCellText(kind, value);
