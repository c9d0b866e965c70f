/** Falls back to the default language, because the page's `lang` may be invalid. */
function formatted(language: string | undefined, format: (language: string | undefined) => string): string {
  try {
    return format(language);
  } catch {
    return format(undefined);
  }
}

/** Unit prices may have more decimals than cents. */
export const moneyFormat = (language: string | undefined, value: number, currency: string): string =>
  formatted(language, (each) =>
    new Intl.NumberFormat(each, { style: 'currency', currency, maximumFractionDigits: 6 }).format(value),
  );

/** Calendar dates have no time zone; instants are shown in the visitor's time zone. */
export const dayFormat = (language: string | undefined, value: string): string =>
  formatted(language, (each) => {
    const isDate = value.length === 10;
    const date = new Date(isDate ? `${value}T00:00:00Z` : value);
    return new Intl.DateTimeFormat(each, { dateStyle: 'medium', ...(isDate ? { timeZone: 'UTC' } : {}) }).format(date);
  });

/**
 * An amount of money in any notation: one or two digits after the last point or comma are cents, other signs separate
 * groups. Undefined if there is no amount above 0.
 */
export function enteredAmount(text: string): number | undefined {
  const [, whole = '', cents = ''] = /^(.*?)(?:[.,](\d{1,2}))?$/.exec(text.replace(/[^\d.,]/g, '')) ?? [];
  const value = Number(`${whole.replace(/\D/g, '')}.${cents}0`);
  return value > 0 ? value : undefined;
}
