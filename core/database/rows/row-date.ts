/** A timestamp of a Kysely row in the form of the API; the driver returns text or a Date. */
export const isoDateTimeOf = (value: Date | string): string =>
  (value instanceof Date ? value : new Date(value)).toISOString();

/** Like `isoDateTimeOf`, for a nullable column. */
export const optionalDateTime = (value: Date | string | null): string | null =>
  value === null ? null : isoDateTimeOf(value);
