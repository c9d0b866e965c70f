/**
 * The notation of a number or date, for reading ambiguous cells. Unambiguous cells of a column show how its others are
 * meant: `1.234,56` makes `1.500` in the same column ambiguous for an account that writes 1,234.56.
 */
export type CellStyle = 'typed' | 'point' | 'comma' | 'day-first' | 'month-first';

const numberForm = /^[^\d]{0,6}[\d.,'’\s\u00a0\u202f]*\d[.,]?[^\d]{0,6}$/;

/** The decimal mark that the separators of a number imply; undefined if they are ambiguous or it is no number. */
export function numberStyle(text: string): 'point' | 'comma' | undefined {
  if (text.length > 40 || !/[.,]/.test(text) || !numberForm.test(text)) return undefined;
  const points = text.split('.').length - 1;
  const commas = text.split(',').length - 1;
  if (points && commas) return text.lastIndexOf('.') > text.lastIndexOf(',') ? 'point' : 'comma';
  if (points + commas > 1) return points ? 'comma' : 'point';
  const separator = points ? '.' : ',';
  const [before = '', after = ''] = text.replace(/[^\d.,]/g, '').split(separator);
  const isGroup = after.length === 3 && before.length >= 1 && before.length <= 3 && !before.startsWith('0');
  return isGroup ? undefined : points ? 'point' : 'comma';
}

const numericDate = /^(\d{1,2})[/.-](\d{1,2})[/.-]\d{4}(?:[ T].*)?$/;

/** The order of day and month, if only one is possible. */
export function dateStyle(text: string): 'day-first' | 'month-first' | undefined {
  const [, first, second] = numericDate.exec(text) ?? [];
  if (first === undefined) return undefined;
  if (Number(first) > 12) return 'day-first';
  return Number(second) > 12 ? 'month-first' : undefined;
}

/** The style that a cell implies for its column. */
export function stylesOf(text: string, isNumber: boolean | undefined): CellStyle | undefined {
  if (isNumber) return 'typed';
  const last = text.charCodeAt(text.length - 1);
  const first = text.charCodeAt(0);
  const isDigit = (code: number): boolean => code >= 48 && code <= 57;
  // Most cells are words: comparing two characters is cheaper than two regular expressions.
  if (!isDigit(first) && !isDigit(last)) return undefined;
  return dateStyle(text) ?? numberStyle(text);
}

/** An account's notation of numbers and dates. */
export interface LocaleStyle {
  decimal: 'point' | 'comma';
  /** True if a person has chosen it for the file, which excludes other readings. */
  isDecimalChosen?: boolean;
  isDateChosen?: boolean;
  date: 'day-first' | 'month-first' | 'year-first';
  currency: string;
  /** Notations of the account's currency: `$`, `US$`, `USD`. */
  currencySigns: readonly string[];
  /** Names of months in lower case: 'february' and 'feb' are 2. */
  months: ReadonlyMap<string, number>;
}

/** A person's choice of notation for a file. */
export interface ChosenStyle {
  decimal?: LocaleStyle['decimal'] | undefined;
  dateOrder?: LocaleStyle['date'] | undefined;
}

/** The style with the choices for a file, which exclude other readings. */
export const chosenStyle = (style: LocaleStyle, { decimal, dateOrder }: ChosenStyle): LocaleStyle => ({
  ...style,
  ...(decimal ? { decimal, isDecimalChosen: true } : {}),
  ...(dateOrder ? { date: dateOrder, isDateChosen: true } : {}),
});

const known = new Map<string, LocaleStyle>();

/** The style of a locale and currency. */
export function localeStyle(locale: string, currency: string): LocaleStyle {
  const key = `${locale} ${currency}`;
  let style = known.get(key);
  if (style) return style;
  const decimalMark = new Intl.NumberFormat(locale, { numberingSystem: 'latn' })
    .formatToParts(1.5)
    .find(({ type }) => type === 'decimal')?.value;
  const order = new Intl.DateTimeFormat(locale, {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    calendar: 'gregory',
  })
    .formatToParts(new Date(Date.UTC(2026, 1, 28)))
    .map(({ type }) => type)
    .filter((type) => type === 'year' || type === 'month' || type === 'day');
  const signs = (['symbol', 'narrowSymbol', 'code'] as const).map(
    (currencyDisplay) =>
      new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay })
        .formatToParts(1)
        .find(({ type }) => type === 'currency')?.value ?? currency,
  );
  const months = new Map<string, number>();
  for (const language of ['en-US', locale])
    for (const month of ['long', 'short'] as const)
      for (let index = 0; index < 12; index += 1) {
        const name = new Intl.DateTimeFormat(language, { month, timeZone: 'UTC' }).format(
          new Date(Date.UTC(2026, index, 15)),
        );
        months.set(name.toLowerCase().replace(/\.$/, ''), index + 1);
      }
  months.set('sept', 9);
  style = {
    decimal: decimalMark === ',' ? 'comma' : 'point',
    date:
      order[0] === 'year' ? 'year-first' : order.indexOf('day') < order.indexOf('month') ? 'day-first' : 'month-first',
    currency,
    currencySigns: [...new Set([...signs, currency])],
    months,
  };
  known.set(key, style);
  return style;
}
