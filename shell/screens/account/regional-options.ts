import type { Option } from '@millwright/core/browser';
import { currencyDecimals } from '../../../core/contracts/amounts/currency.ts';

const currencyNames = new Intl.DisplayNames('en', { type: 'currency' });

const withCurrent = (codes: readonly string[], current: string): string[] =>
  codes.includes(current) ? [...codes] : [current, ...codes];

/** All currencies with two decimals that the browser knows, and the current one. */
export const currencyOptions = (current: string): Option[] =>
  withCurrent(
    Intl.supportedValuesOf('currency').filter((code) => currencyDecimals(code) === 2),
    current,
  ).map((code) => ({
    value: code,
    label: `${code} – ${currencyNames.of(code) ?? code}`,
  }));

/** All time zones that the browser knows, UTC, and the current one even if its name is outdated. */
export const timeZoneOptions = (current: string): Option[] =>
  withCurrent([...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])], current).map((zone) => ({
    value: zone,
    label: zone.replaceAll('_', ' '),
  }));

/** A sample of a number and a date in a language and time zone; undefined while they are invalid. */
export function regionalSample(locale: string, currency: string, timeZone: string, now: Date): string | undefined {
  try {
    const amount = new Intl.NumberFormat(locale, { style: 'currency', currency }).format(1234.5);
    const instant = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(now);
    return `${amount}, ${instant}`;
  } catch {
    return undefined;
  }
}
