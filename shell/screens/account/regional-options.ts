import type { Option } from '@millwright/core/browser';
import { currencyDecimals } from '../../../core/contracts/currency.ts';

const currencyNames = new Intl.DisplayNames('en', { type: 'currency' });

const withCurrent = (codes: readonly string[], current: string): string[] =>
  codes.includes(current) ? [...codes] : [current, ...codes];

/** Every currency of two decimals that the browser knows, and the current one even if it does not. */
export const currencyOptions = (current: string): Option[] =>
  withCurrent(
    Intl.supportedValuesOf('currency').filter((code) => currencyDecimals(code) === 2),
    current,
  ).map((code) => ({
    value: code,
    label: `${code} – ${currencyNames.of(code) ?? code}`,
  }));

/** Every time zone that the browser knows, UTC, and the current one even if it is an older name. */
export const timeZoneOptions = (current: string): Option[] =>
  withCurrent([...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])], current).map((zone) => ({
    value: zone,
    label: zone.replaceAll('_', ' '),
  }));

/** How a number and a date look in a language and zone; undefined while they are not valid. */
export function regionalSample(locale: string, currency: string, timeZone: string, now: Date): string | undefined {
  try {
    const amount = new Intl.NumberFormat(locale, { style: 'currency', currency }).format(1234.5);
    const instant = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(now);
    return `${amount}, ${instant}`;
  } catch {
    return undefined;
  }
}
