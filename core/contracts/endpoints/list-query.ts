import { z } from 'zod';
import { singleLine } from '../texts/text.ts';
import { madeOnce } from './made-once.ts';

/*
 * Query values arrive as text, or as lists where a key is repeated. The input types also allow the values that typed
 * clients hold before they write them as text. Empty text counts as no value (spec commerce section 5).
 */

/** Default page size in rows. */
export const defaultTake = 50;
/** Largest page size in rows. */
export const largestTake = 500;
const largestSkip = 1_000_000_000;
const largestRepetition = 500;

const isBlank = (value: unknown): boolean => value === undefined || (typeof value === 'string' && value.trim() === '');

/** A filter of one value; empty text is no filter. */
export const filterValue = madeOnce(<Schema extends z.ZodType>(schema: Schema) =>
  z
    .preprocess((value: z.input<Schema> | '' | undefined) => (isBlank(value) ? undefined : value), schema.optional())
    .optional(),
);

/** A boolean written as the text true or false. */
export const booleanText = z
  .preprocess(
    (value: boolean | 'true' | 'false' | '' | undefined) =>
      value === 'true' ? true : value === 'false' ? false : isBlank(value) ? undefined : value,
    z.boolean({ error: 'Must be true or false' }).optional(),
  )
  .optional();

const wholeNumber = (low: number, high: number, error: string) =>
  z.number({ error }).int({ error }).gte(low, { error }).lte(high, { error });

/** The number in a text; other values pass through for the schema to refuse. */
const readWholeNumber = (value: string | number | undefined): unknown => {
  if (isBlank(value)) return undefined;
  return typeof value === 'string' && /^-?\d{1,15}$/.test(value.trim()) ? Number(value) : value;
};

/** A filter of one whole number. */
export const integerText = (low: number, high: number) =>
  z
    .preprocess(readWholeNumber, wholeNumber(low, high, `Must be a whole number from ${low} to ${high}`).optional())
    .optional();

/**
 * A filter that may be repeated: one value becomes a list, and empty texts are dropped. A list of only empty texts is
 * no filter. An empty list, which only a body can contain, is refused: its sender has a bug and would select
 * everything.
 */
export const repeated = madeOnce(<Schema extends z.ZodType>(schema: Schema) =>
  z
    .preprocess(
      (value: z.input<Schema> | '' | readonly (z.input<Schema> | '')[] | undefined) => {
        const values = (Array.isArray(value) ? value : [value]).filter((each) => !isBlank(each));
        return values.length || (Array.isArray(value) && !value.length) ? values : undefined;
      },
      z
        .array(schema)
        .min(1, { error: 'Must have at least one value, or be left out' })
        .max(largestRepetition, { error: `Must have at most ${largestRepetition} values` })
        .optional(),
    )
    .optional(),
);

const pageShape = {
  /** Text to search for. */
  query: filterValue(singleLine(200)),
  /** Page size in rows. */
  take: z
    .preprocess(
      readWholeNumber,
      wholeNumber(1, largestTake, `take must be a whole number from 1 to ${largestTake}`).default(defaultTake),
    )
    .default(defaultTake),
  /** Number of rows to skip. */
  skip: z
    .preprocess(readWholeNumber, wholeNumber(0, largestSkip, 'skip must be a whole number of at least 0').default(0))
    .default(0),
};

/** The standard query of a list: `query`, `take` (1 to 500, default 50), `skip` (default 0). */
export const pageQuery = z.strictObject(pageShape);
export type PageQuery = z.output<typeof pageQuery>;

/**
 * The sorting fields of a list's query, to be spread into an object: `sortBy` is one of the fields, else 400;
 * `sortOrder` is asc (default) or desc.
 */
export const sorting = madeOnce(<const Fields extends readonly [string, ...string[]]>(fields: Fields) => ({
  sortBy: filterValue(z.enum(fields, { error: `sortBy must be one of ${fields.join(', ')}` })),
  sortOrder: z
    .preprocess(
      (value: 'asc' | 'desc' | '' | undefined) => (isBlank(value) ? undefined : value),
      z.enum(['asc', 'desc'], { error: 'sortOrder must be asc or desc' }).default('asc'),
    )
    .default('asc'),
}));

/** The reply of a list: one page of rows and the total count. */
export const listOf = madeOnce(<Row extends z.ZodType>(row: Row) =>
  z.object({ items: z.array(row), count: z.int().nonnegative() }),
);

/** Page and sorting of any list, for services that work for all lists. */
export interface ListQuery extends PageQuery {
  sortBy?: string | undefined;
  sortOrder: 'asc' | 'desc';
}

/** The complete query of a list: page, sorting by these fields and its own filters. Unknown keys are refused. */
export const listQuery = <
  const Fields extends readonly [string, ...string[]],
  Filters extends z.core.$ZodLooseShape = Record<never, never>,
>(parts: {
  sortBy: Fields;
  filters?: Filters;
}) => z.strictObject({ ...pageShape, ...sorting(parts.sortBy), ...((parts.filters ?? {}) as Filters) });
