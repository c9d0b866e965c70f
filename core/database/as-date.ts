/** A timestamp of a Kysely row: the driver gives text, whatever the type says. */
export const asDate = (value: Date | string): Date => (value instanceof Date ? value : new Date(value));

/** The same for a column that may be empty. */
export const asOptionalDate = (value: Date | string | null): Date | null => (value === null ? null : asDate(value));
