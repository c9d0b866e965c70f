/** A timestamp of a Kysely row as Date; the driver returns text, although the type says Date. */
export const asDate = (value: Date | string): Date => (value instanceof Date ? value : new Date(value));

/** Like `asDate`, for a nullable column. */
export const asOptionalDate = (value: Date | string | null): Date | null => (value === null ? null : asDate(value));
