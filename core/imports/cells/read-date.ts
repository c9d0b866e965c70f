import { dayLength, isoDate } from '../../contracts/texts/date.ts';
import { excerpt } from '../tables/excerpt.ts';
import { type CellStyle, dateStyle, type LocaleStyle } from '../xlsx/cell-styles.ts';
import type { CellReading } from './read-number.ts';

const iso = (year: number, month: number, day: number): string =>
  `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;

/** A fast check for most dates; others go through the full rule. */
const isCommonDate = (date: string): boolean => /^(?:19|20|21)\d\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])$/.test(date);

/** Day 1 of spreadsheets is 1900-01-01, but they also count a nonexistent 29 February 1900. */
const serialStart = Date.UTC(1899, 11, 30);
const isSerial = (text: string): boolean => /^\d{5}(?:\.\d+)?$/.test(text);

/**
 * A calendar date: ISO, with the name of the month, or numeric in the account's order. A date valid in both orders is
 * an error that names both, if other cells of the column imply the other order. Times are dropped.
 */
export function readDate(cell: string, locale: LocaleStyle, styles: readonly CellStyle[]): CellReading<string> {
  const text = cell.trim().replace(/\s+/g, ' ');
  const shown = excerpt(text);
  const fail = (error = `"${shown}" is not a date`): CellReading<string> => ({ error });
  const found = (date: string): CellReading<string> => {
    if (isCommonDate(date)) return { value: date };
    const checked = isoDate.safeParse(date);
    return checked.success
      ? { value: date }
      : fail(
          /^\d{4}-\d\d-\d\d$/.test(date) && checked.error.issues[0]?.code === 'custom'
            ? `"${shown}": ${checked.error.issues[0].message.toLowerCase()}`
            : undefined,
        );
  };
  if (text.length > 60) return fail();
  if (styles.includes('typed') && isSerial(text))
    return found(new Date(serialStart + Math.floor(Number(text)) * dayLength).toISOString().slice(0, 10));
  const day = text.replace(/[T ]\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?: ?[ap]m)?(?:Z|[+-]\d{2}:?\d{2})?$/i, '');
  const yearFirst = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(day) ?? /^((?:19|20|21)\d\d)(\d\d)(\d\d)$/.exec(day);
  if (yearFirst) return found(iso(Number(yearFirst[1]), Number(yearFirst[2]), Number(yearFirst[3])));
  const named = /^(\d{1,2})(?:st|nd|rd|th)?[ .-]*([\p{L}]+)[ .,-]*(\d{2,4})$/u.exec(day);
  const namedFirst = /^([\p{L}]+)\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{2,4})$/u.exec(day);
  if (named || namedFirst) {
    const [dayText, name = '', year = ''] = named
      ? named.slice(1)
      : [namedFirst?.[2], namedFirst?.[1], namedFirst?.[3]];
    const month = locale.months.get(name.toLowerCase());
    if (month === undefined) return fail();
    return year.length === 4
      ? found(iso(Number(year), month, Number(dayText)))
      : fail(`"${shown}" needs a year of four digits`);
  }
  const numbers = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{2}|\d{4})$/.exec(day);
  if (!numbers) return fail();
  const [first, second] = [Number(numbers[1]), Number(numbers[2])];
  if (numbers[3]?.length !== 4) return fail(`"${shown}" needs a year of four digits`);
  const year = Number(numbers[3]);
  const dayFirst = iso(year, second, first);
  const monthFirst = iso(year, first, second);
  const cellStyle = dateStyle(day);
  if (locale.isDateChosen)
    return locale.date === 'year-first' || (cellStyle && cellStyle !== locale.date)
      ? fail(`"${shown}" is not a date written ${locale.date.replace('-', ' ')}`)
      : found(locale.date === 'day-first' ? dayFirst : monthFirst);
  if (cellStyle || first === second) return found(cellStyle === 'day-first' ? dayFirst : monthFirst);
  const orders = new Set(styles.filter((style) => style === 'day-first' || style === 'month-first'));
  if (locale.date !== 'year-first') orders.add(locale.date);
  if (orders.size !== 1) return fail(`"${shown}" can be ${dayFirst} or ${monthFirst}; write it as one of these`);
  return found(orders.has('day-first') ? dayFirst : monthFirst);
}
