import { type Big, decimal, decimalPlaces, zero } from '../../contracts/numbers/decimal.ts';
import { enteredDigits, enteredNumber } from '../../contracts/numbers/entered-number.ts';
import { roundHalfUp } from '../../contracts/numbers/rounding.ts';
import { excerpt } from '../tables/excerpt.ts';
import { type CellStyle, type LocaleStyle, numberStyle } from '../xlsx/cell-styles.ts';

/** The value of a cell, or the reason why it could not be read. */
export type CellReading<T> = { value: T } | { error: string };

const mostIntegerDigits = 12;
/** Decimals of quantities and prices. */
const mostDecimals = 6;

/** Decimals of a field, and whether longer numbers are rounded instead of refused. */
export interface Precision {
  decimals?: number | undefined;
  isRounded?: boolean | undefined;
}

/** Whole numbers, and decimals without three digits after the point, which could be thousands. */
const plainCell = /^(?:0|[1-9]\d{0,11})(?:\.(?:\d{1,2}|\d{4,6}))?$/;

/** A decimal without trailing zeros. */
function withoutTrailingZeros(text: string): string {
  let end = text.length;
  while (text[end - 1] === '0') end -= 1;
  return text.slice(0, text[end - 1] === '.' ? end - 1 : end);
}

/** The text before the digits, the digits, and the text after them; undefined if it is not one number. */
function partsOf(text: string): { before: string; digits: string; after: string } | undefined {
  const first = text.search(/[\d.,]/);
  if (first < 0) return undefined;
  const signs = /^[\d.,'’\s]+/u.exec(text.slice(first))?.[0] ?? '';
  const length = [...signs].findLastIndex((sign) => /[\d.,]/.test(sign)) + 1;
  const after = text.slice(first + length);
  return /\d/.test(after) ? undefined : { before: text.slice(0, first), digits: signs.slice(0, length), after };
}

/** Text of a decimal without unnecessary zeros. */
const canonical = (value: Big): string => (value.eq(zero) ? '0' : value.toFixed());

/**
 * A number as people write it: thousands separators, notations of the account's currency, parentheses or a minus on
 * either side for negative numbers, percent. An ambiguous number is read in the account's notation. If other cells of
 * the column contradict that, it is an error that names both readings.
 */
export function readDecimal(
  cell: string,
  locale: LocaleStyle,
  styles: readonly CellStyle[],
  { decimals: most = mostDecimals, isRounded = false }: Precision = {},
): CellReading<string> {
  // Most cells are plain, and this fast path reads them cheaply.
  if (most === mostDecimals && !isStrict(locale, styles) && plainCell.test(cell))
    return { value: cell.includes('.') ? withoutTrailingZeros(cell) : cell };
  const fail = (error: string): CellReading<string> => ({ error });
  // The rounding residue of a sum of binary numbers: 5.684341886080801E-14.
  if (isRounded && /^[-+]?\d{1,20}(?:\.\d{1,30})?e[-+]?\d{1,2}$/i.test(cell))
    return held(decimal(cell.replace('+', '')), cell, most, isRounded);
  let text = cell
    .normalize('NFKC')
    .replace(/[\u2212\u2012-\u2014]/g, '-')
    .trim();
  if (text.length > 60) return fail(`"${excerpt(text)}" is not a number`);
  let isNegative = false;
  let isPercent = false;
  const parentheses = /^([^\d(]*)\((.*)\)([^\d)]*)$/.exec(text);
  if (parentheses) {
    isNegative = true;
    text = `${parentheses[1]}${parentheses[2]}${parentheses[3]}`.trim();
  }
  const signs = partsOf(text);
  if (!signs)
    return fail(
      /e[+-]?\d+$/i.test(text)
        ? `"${excerpt(cell)}" is in scientific notation; write all digits`
        : `"${excerpt(cell)}" is not a number`,
    );
  for (const sign of [signs.before, signs.after]) {
    let rest = sign.replace(/\s+/g, '');
    if (rest.includes('%')) {
      isPercent = true;
      rest = rest.replace('%', '');
    }
    if (/[-+]/.test(rest)) {
      if (rest.includes('-')) {
        if (isNegative) return fail(`"${excerpt(cell)}" is negative twice`);
        isNegative = true;
      }
      rest = rest.replace(/[-+]/, '');
    }
    if (
      !rest ||
      locale.currencySigns.some(
        (known) => known.normalize('NFKC').replace(/\s+/g, '').toLowerCase() === rest.toLowerCase(),
      )
    )
      continue;
    if (/^\p{Sc}$|^[A-Z]{3}$|^[A-Z]{1,3}\p{Sc}$/u.test(rest))
      return fail(`"${excerpt(cell)}" is not in ${locale.currency}, the currency of the account`);
    return fail(`"${excerpt(cell)}" is not a number`);
  }
  // Spaces and apostrophes can only separate thousands.
  let digits = signs.digits.trim();
  if (/['’\s]/.test(digits)) {
    if (!/^\d{1,3}(?:['’\s]\d{3})+(?:[.,]\d*)?$/.test(digits)) return fail(`"${excerpt(cell)}" is not a number`);
    const [whole = '', ...decimals] = digits.split(/[.,]/);
    digits = [whole.replace(/['’\s]/g, ''), ...decimals].join('.');
  } else {
    const plain = plainDigits(digits, locale, styles);
    if ('error' in plain) return fail(plain.error || `"${excerpt(cell)}" is not a number`);
    digits = plain.value;
  }
  let value = decimal(digits);
  if (isPercent) value = value.times(decimal('0.01'));
  if (isNegative) value = value.times(decimal('-1'));
  return held(value, cell, most, isRounded);
}

/**
 * The number with the field's decimals. The error does not repeat the cell, so that an error in a whole column is shown
 * once.
 */
function held(value: Big, cell: string, most: number, isRounded: boolean): CellReading<string> {
  if (!isRounded && decimalPlaces(value) > most)
    return { error: `Has more than ${most} decimals; the import can round them` };
  if (value.e >= mostIntegerDigits) return { error: `"${excerpt(cell)}" is too large` };
  return { value: canonical(roundHalfUp(value, most)) };
}

/** Whether only the chosen decimal mark is accepted. Cells that are numbers by type always have a point. */
const isStrict = (locale: LocaleStyle, styles: readonly CellStyle[]): boolean =>
  locale.isDecimalChosen === true && !styles.includes('typed');

function plainDigits(digits: string, locale: LocaleStyle, styles: readonly CellStyle[]): CellReading<string> {
  const [point, comma] = [enteredDigits(digits, 'point'), enteredDigits(digits, 'comma')];
  if (isStrict(locale, styles)) {
    const value = locale.decimal === 'point' ? point : comma;
    return value === undefined ? { error: '' } : { value };
  }
  if (point === undefined && comma === undefined) return { error: '' };
  if (point === undefined || comma === undefined || point === comma) return { value: (point ?? comma) as string };
  // 1,5 and 0.123 can only be decimals, whatever the account's notation.
  const cellStyle = numberStyle(digits);
  if (cellStyle) return { value: cellStyle === 'point' ? point : comma };
  const others = new Set(styles.filter((style) => style === 'typed' || style === 'point' || style === 'comma'));
  if (others.size === 1 && others.has('typed')) return { value: point };
  others.add(others.delete('typed') ? 'point' : locale.decimal);
  const isPlain = others.size === 1 && others.has(locale.decimal);
  if (isPlain) return { value: locale.decimal === 'point' ? point : comma };
  return { error: `"${digits}" can be ${point} or ${comma}; write it as one of these` };
}

/** A whole number. */
export function readInteger(
  cell: string,
  locale: LocaleStyle,
  styles: readonly CellStyle[],
  { isRounded = false }: Precision = {},
): CellReading<string> {
  const read = readDecimal(cell, locale, styles, isRounded ? { decimals: 0, isRounded } : {});
  if ('error' in read) return read;
  return read.value.includes('.') ? { error: `"${excerpt(cell)}" is not a whole number` } : read;
}

/**
 * A number in a strict field: only in the notation of the file's locale, without regard to other cells. Cells that are
 * numbers by type always have a point.
 */
export function readStrictDecimal(
  cell: string,
  locale: LocaleStyle,
  styles: readonly CellStyle[],
): CellReading<string> {
  const enteredValue = enteredNumber(cell, locale.decimal);
  if (locale.decimal === 'point' || !styles.includes('typed') || !/^-?\d+(?:\.\d+)?$/.test(cell)) return enteredValue;
  const typed = enteredNumber(cell);
  if ('error' in enteredValue || 'error' in typed || enteredValue.value === typed.value)
    return 'error' in typed ? enteredValue : typed;
  return { error: `"${cell}" can be ${typed.value} or ${enteredValue.value}; write it as one of these` };
}
