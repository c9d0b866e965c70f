/** A timestamp of a Kysely row as the API writes it; the driver gives text or a Date. */
export const isoDateTimeOf = (value: Date | string): string =>
  (value instanceof Date ? value : new Date(value)).toISOString();

/** The same for a column that may be empty. */
export const optionalDateTime = (value: Date | string | null): string | null =>
  value === null ? null : isoDateTimeOf(value);
