import Big from 'big.js';
import { dayLength } from '../../contracts/texts/date.ts';

/**
 * A number format, as far as it is part of the value: a date, or digits with leading zeros (`00000`, `000-000`), as for
 * postal codes and article numbers.
 */
export type NumberFormat = { kind: 'number' } | { kind: 'date' } | { kind: 'digits'; pattern: readonly Place[] };

/** A place in a pattern of digits: a digit, or literal text. */
type Place = { isDigit: true } | { isDigit: false; text: string };

const plain: NumberFormat = { kind: 'number' };

/** Built-in formats, which files only reference by number; all others are plain numbers. */
const isBuiltInDate = (id: number): boolean =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);

/** The format of a style by its number and, if the workbook defines one, its code. */
export function numberFormat(id: number, code: string | undefined): NumberFormat {
  if (code === undefined) return isBuiltInDate(id) ? { kind: 'date' } : plain;
  const pattern: Place[] = [];
  let digits = 0;
  let isPattern = true;
  let isDate = false;
  for (let at = 0; at < code.length; at += 1) {
    const sign = code[at] as string;
    // The first section of a format applies to positive numbers.
    if (sign === ';') break;
    if (sign === '"') {
      const end = code.indexOf('"', at + 1);
      pattern.push({ isDigit: false, text: code.slice(at + 1, end < 0 ? undefined : end) });
      if (end < 0) break;
      at = end;
    } else if (sign === '\\' || sign === '!') {
      at += 1;
      pattern.push({ isDigit: false, text: code[at] ?? '' });
    } else if (sign === '_' || sign === '*') at += 1;
    else if (sign === '[') {
      const end = code.indexOf(']', at);
      // Hours beyond a day are a duration, not a point in time.
      if (/^\[[hms]+\]/i.test(code.slice(at, at + 8))) return plain;
      at = end < 0 ? code.length : end;
    } else if (sign === '0') {
      digits += 1;
      pattern.push({ isDigit: true });
    } else if ('-() /:'.includes(sign)) pattern.push({ isDigit: false, text: sign });
    else if ('ymdhs'.includes(sign.toLowerCase())) isDate = true;
    else if (sign !== '#' || digits > 0) isPattern = false;
  }
  if (isDate) return { kind: 'date' };
  return isPattern && digits > 1 ? { kind: 'digits', pattern } : plain;
}

/** A number as it was entered: rounded to 15 digits like spreadsheets do, so that 0.30000000000000004 is 0.3. */
function numberText(source: string): string {
  if (source.length < 16 && /^(?:0|[1-9]\d*)(?:\.\d*[1-9])?$/.test(source)) return source;
  const number = Number(source);
  return source.trim() === '' || !Number.isFinite(number) ? source : new Big(number.toPrecision(15)).toFixed();
}

/** Fills digits into their places from the right; the first place takes all remaining ones. */
function inPlaces(digits: string, pattern: readonly Place[]): string {
  const first = pattern.findIndex(({ isDigit }) => isDigit);
  let left = digits;
  let text = '';
  for (let at = pattern.length - 1; at >= 0; at -= 1) {
    const place = pattern[at] as Place;
    if (!place.isDigit) text = place.text + text;
    else {
      const taken = at === first ? left.padStart(1, '0') : left.slice(-1).padStart(1, '0');
      left = left.slice(0, -1);
      text = taken + text;
    }
  }
  return text;
}

/** Day 1 is 1900-01-01, and there is a nonexistent 29 February 1900. Workbooks of old Macs count from 1904. */
const dayZero = Date.UTC(1899, 11, 30);
const daysTo1904 = 1462;
const lastDay = 2_958_465;

/** A date as YYYY-MM-DD, followed by the time if there is one; only the time if there is no date. */
function dateText(serial: number, is1904: boolean): string | undefined {
  if (!(serial >= 0 && serial <= lastDay)) return undefined;
  const days = serial + (is1904 ? daysTo1904 : serial >= 1 && serial < 60 ? 1 : 0);
  // Rounded to seconds, because fractions of a day are never exact.
  const text = new Date(dayZero + Math.round((days * dayLength) / 1000) * 1000).toISOString();
  if (serial < 1) return text.slice(11, 19);
  return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text.slice(0, 19).replace('T', ' ');
}

/** The text of a number cell, and whether it is still a number. */
export function formatted(source: string, format: NumberFormat, is1904: boolean): { text: string; isNumber: boolean } {
  const text = numberText(source);
  if (format.kind === 'date') {
    const date = dateText(Number(source), is1904);
    if (date !== undefined) return { text: date, isNumber: false };
  }
  if (format.kind === 'digits' && /^\d+$/.test(text)) return { text: inPlaces(text, format.pattern), isNumber: false };
  return { text, isNumber: true };
}
