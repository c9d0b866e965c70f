import { z } from 'zod';

/** A field that may be missing or null; blank text, as forms send it, becomes null. */
export const optionalText = <Schema extends z.ZodType>(schema: Schema) =>
  z
    .preprocess(
      (value: z.input<Schema> | null | undefined) => (typeof value === 'string' && value.trim() === '' ? null : value),
      schema.nullish(),
    )
    .optional();
