import { z } from 'zod';
import { singleLine } from './text.ts';

/*
 * Query values arrive as texts, or as lists of texts where a key is repeated; the types of the inputs also allow what
 * the typed clients hold before they write it as text. An empty text is as good as no value (spec commerce section 5).
 */

/** Rows of a page where the caller says nothing. */
export const defaultTake = 50;
/** Most rows of a page. */
export const largestTake = 500;
const largestSkip = 1_000_000_000;
const largestRepetition = 500;

const isBlank = (value: unknown): boolean => value === undefined || (typeof value === 'string' && value.trim() === '');

/** A filter of one value; an empty text is no filter. */
export const filterValue = <Schema extends z.ZodType>(schema: Schema) =>
  z
    .preprocess((value: z.input<Schema> | '' | undefined) => (isBlank(value) ? undefined : value), schema.optional())
    .optional();

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

/** The number that a text writes; anything else is left for the schema to refuse. */
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
 * A filter that may be repeated: one value becomes a list, empty texts are ignored, nothing left is no filter. An empty
 * list, which only a body can hold, is refused: whoever sends one has lost what they meant, and would get everything.
 */
export const repeated = <Schema extends z.ZodType>(schema: Schema) =>
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
    .optional();

const pageShape = {
  /** Text to search for. */
  query: filterValue(singleLine(200)),
  /** Most rows to answer. */
  take: z
    .preprocess(
      readWholeNumber,
      wholeNumber(1, largestTake, `take must be a whole number from 1 to ${largestTake}`).default(defaultTake),
    )
    .default(defaultTake),
  /** Rows to leave out first. */
  skip: z
    .preprocess(readWholeNumber, wholeNumber(0, largestSkip, 'skip must be a whole number of at least 0').default(0))
    .default(0),
};

/** The standard query of a list: `query`, `take` (1 to 500, default 50), `skip` (default 0). */
export const pageQuery = z.strictObject(pageShape);
export type PageQuery = z.output<typeof pageQuery>;

/**
 * The sorting part of a list's query: `sortBy` one of the fields, else 400; `sortOrder` asc (default) or desc. To be
 * spread into an object.
 */
export const sorting = <const Fields extends readonly [string, ...string[]]>(fields: Fields) => ({
  sortBy: filterValue(z.enum(fields, { error: `sortBy must be one of ${fields.join(', ')}` })),
  sortOrder: z
    .preprocess(
      (value: 'asc' | 'desc' | '' | undefined) => (isBlank(value) ? undefined : value),
      z.enum(['asc', 'desc'], { error: 'sortOrder must be asc or desc' }).default('asc'),
    )
    .default('asc'),
});

/** The answer of a list: one page of rows, and how many there are in all. */
export const listOf = <Row extends z.ZodType>(row: Row) =>
  z.object({ items: z.array(row), count: z.int().nonnegative() });

/** Page and sorting of any list, as services that know no list in particular take them. */
export interface ListQuery extends PageQuery {
  sortBy?: string | undefined;
  sortOrder: 'asc' | 'desc';
}

/** The whole query of a list: page, sorting by these fields, and its own filters. An unknown key is refused. */
export const listQuery = <
  const Fields extends readonly [string, ...string[]],
  Filters extends z.core.$ZodLooseShape = Record<never, never>,
>(parts: {
  sortBy: Fields;
  filters?: Filters;
}) => z.strictObject({ ...pageShape, ...sorting(parts.sortBy), ...((parts.filters ?? {}) as Filters) });
