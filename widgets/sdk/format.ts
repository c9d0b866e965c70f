/** What a page writes into `lang` need not be a language. */
function formatted(language: string | undefined, format: (language: string | undefined) => string): string {
  try {
    return format(language);
  } catch {
    return format(undefined);
  }
}

export const amount = (language: string | undefined, value: number): string =>
  formatted(language, (each) => new Intl.NumberFormat(each, { maximumFractionDigits: 6 }).format(value));

/** Prices of one may have more decimals than cents. */
export const moneyFormat = (language: string | undefined, value: number, currency: string): string =>
  formatted(language, (each) =>
    new Intl.NumberFormat(each, { style: 'currency', currency, maximumFractionDigits: 6 }).format(value),
  );

/** Calendar dates have no time zone; moments are shown in the visitor's. */
export const dayFormat = (language: string | undefined, value: string): string =>
  formatted(language, (each) => {
    const isDate = value.length === 10;
    const date = new Date(isDate ? `${value}T00:00:00Z` : value);
    return new Intl.DateTimeFormat(each, { dateStyle: 'medium', ...(isDate ? { timeZone: 'UTC' } : {}) }).format(date);
  });
