import type { AccountContext } from '@millwright/core/server';

/** How papers and mails of the account write amounts and dates. */
export function documentFormats({ account: { currency, locale, timeZone } }: AccountContext) {
  const money = new Intl.NumberFormat(locale, { style: 'currency', currency });
  const price = new Intl.NumberFormat(locale, { style: 'currency', currency, maximumFractionDigits: 6 });
  const measure = new Intl.NumberFormat(locale, { maximumFractionDigits: 6 });
  return {
    money: (value: number): string => money.format(value),
    /** Of one unit: up to six decimals. */
    price: (value: number): string => price.format(value),
    quantity: ({ measure: value, unit }: { measure: number; unit: string }): string =>
      `${measure.format(value)} ${unit}`,
    /** A calendar date. */
    day: (date: string | null): string | null =>
      date &&
      new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(`${date}T00:00:00Z`)),
    /** The day of an instant in the account's time zone. */
    dayOf: (at: string): string =>
      new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone }).format(new Date(at)),
  };
}
