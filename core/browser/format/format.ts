import type { DecimalMark } from '../../contracts/numbers/entered-number.ts';

/** Settings of the account for formatting. */
export interface FormatSettings {
  locale: string;
  currency: string;
  timeZone: string;
}

/** A decimal as the API sends it: text, so that no digit is lost. Numbers are accepted too. */
export type DecimalValue = string | number | null | undefined;

export interface Formats {
  readonly settings: FormatSettings;
  /** The account's decimal mark. */
  readonly decimalMark: DecimalMark;
  /** `$1,234.50`; unit prices may have up to six decimals. */
  money(value: DecimalValue, options?: { currency?: string; maximumFractionDigits?: number }): string;
  /** `$2.5K`, for chart axes. */
  shortMoney(value: DecimalValue): string;
  /** `1,234.5`: at most six decimals, no trailing zeros. */
  number(value: DecimalValue): string;
  /** `42 %` for a ratio from 0 to 1. */
  percent(ratio: DecimalValue): string;
  /** `Nov 21, 2026`. A plain date is shown unchanged, an instant in the account's time zone. */
  date(value: string | Date | null | undefined): string;
  /** `Nov 21, 2026, 4:05 PM` in the account's time zone. */
  dateTime(value: string | Date | null | undefined): string;
  /** `3 hours ago`, `in 2 days`; `now` can be set in tests. */
  relative(value: string | Date | null | undefined, now?: Date): string;
}

/** Placeholder for a missing value. */
export const noValue = '–';

const plainDate = /^\d{4}-\d{2}-\d{2}$/;

const isMissing = (value: unknown): value is null | undefined | '' =>
  value === null || value === undefined || value === '';

const steps: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

/** Formatters for an account based on `Intl`, created once per account because Intl objects are expensive. */
export function createFormats(settings: FormatSettings): Formats {
  const { locale, currency, timeZone } = settings;
  const numbers = new Intl.NumberFormat(locale, { maximumFractionDigits: 6 });
  const percents = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 });
  const dates = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone });
  const plainDates = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });
  const dateTimes = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone });
  const shortMonies = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    notation: 'compact',
    maximumFractionDigits: 1,
  });
  const relatives = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  const monies = new Map<string, Intl.NumberFormat>();

  const moneyFormat = (code: string, maximumFractionDigits: number | undefined): Intl.NumberFormat => {
    const key = `${code}/${maximumFractionDigits}`;
    let format = monies.get(key);
    if (!format) {
      format = new Intl.NumberFormat(locale, {
        style: 'currency',
        currency: code,
        ...(maximumFractionDigits === undefined ? {} : { maximumFractionDigits }),
      });
      monies.set(key, format);
    }
    return format;
  };
  // Intl formats decimal text exactly, although its type only accepts numeric literals.
  const exact = (value: string | number): number => value as number;
  const valid = (value: string | Date): Date | null => {
    const date = value instanceof Date ? value : new Date(value);
    return Number.isNaN(date.getTime()) ? null : date;
  };

  return {
    settings,
    decimalMark: numbers.formatToParts(1.5).find(({ type }) => type === 'decimal')?.value === ',' ? 'comma' : 'point',
    money: (value, options = {}) =>
      isMissing(value)
        ? noValue
        : moneyFormat(options.currency ?? currency, options.maximumFractionDigits).format(exact(value)),
    shortMoney: (value) => (isMissing(value) ? noValue : shortMonies.format(exact(value))),
    number: (value) => (isMissing(value) ? noValue : numbers.format(exact(value))),
    percent: (ratio) => (isMissing(ratio) ? noValue : percents.format(exact(ratio))),
    date(value) {
      const date = isMissing(value) ? null : valid(value);
      if (!date) return noValue;
      return (typeof value === 'string' && plainDate.test(value) ? plainDates : dates).format(date);
    },
    dateTime(value) {
      const date = isMissing(value) ? null : valid(value);
      return date ? dateTimes.format(date) : noValue;
    },
    relative(value, now = new Date()) {
      const date = isMissing(value) ? null : valid(value);
      if (!date) return noValue;
      const seconds = (date.getTime() - now.getTime()) / 1000;
      const step = steps.find(([, size]) => Math.abs(seconds) >= size);
      return step ? relatives.format(Math.trunc(seconds / step[1]), step[0]) : relatives.format(0, 'second');
    },
  };
}

let current = createFormats({ locale: 'en-US', currency: 'USD', timeZone: 'UTC' });

/** Switches all formatters to an account's settings; the session calls it before any screen renders. */
export function setFormats(settings: FormatSettings): void {
  const { locale, currency, timeZone } = current.settings;
  if (settings.locale === locale && settings.currency === currency && settings.timeZone === timeZone) return;
  current = createFormats({ locale: settings.locale, currency: settings.currency, timeZone: settings.timeZone });
}

/** Formatters of this tab's account, for text outside of components: `formats().money(total)`. */
export const formats = (): Formats => current;
