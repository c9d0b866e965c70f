import { type Big, decimal, toWire } from '@millwright/core/contracts';
import type { AccountContext } from '@millwright/core/server';

type Formats = ReturnType<typeof formatsOf>;
type Settings = Pick<AccountContext['account'], 'currency' | 'locale' | 'timeZone'>;

// Formatters are expensive to create; accounts share a few combinations of settings.
const made = new Map<string, Formats>();
const mostMade = 100;

/** Formats of amounts and dates in the account's documents, mails and history. */
export function documentFormats({ account: { currency, locale, timeZone } }: AccountContext): Formats {
  const key = `${currency} ${locale} ${timeZone}`;
  const formats = made.get(key) ?? formatsOf({ currency, locale, timeZone });
  if (made.size < mostMade) made.set(key, formats);
  return formats;
}

function formatsOf({ currency, locale, timeZone }: Settings) {
  const money = new Intl.NumberFormat(locale, { style: 'currency', currency });
  const price = new Intl.NumberFormat(locale, { style: 'currency', currency, maximumFractionDigits: 6 });
  const measure = new Intl.NumberFormat(locale, { maximumFractionDigits: 6 });
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' });
  const instant = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone });
  return {
    money: (value: number): string => money.format(value),
    /** An amount in stored form, such as '1250.5'. */
    amount: (value: Big | string): string => money.format(toWire(decimal(value))),
    /** Price per unit: up to six decimals. */
    price: (value: number): string => price.format(value),
    quantity: ({ measure: value, unit }: { measure: number; unit: string }): string =>
      `${measure.format(value)} ${unit}`,
    /** A calendar date. */
    day: <Day extends string | null>(day: Day): Day | string => day && date.format(new Date(`${day}T00:00:00Z`)),
    /** The day of an instant in the account's time zone. */
    dayOf: (at: string): string => instant.format(new Date(at)),
  };
}
