import { z } from 'zod';

/** Kinds of steps in the explanation of a price, in this order. */
export const priceTraceRules = [
  'list_price',
  'customer_price',
  'volume_discount',
  'rounding',
  'typed_price',
  'credit',
] as const;

/** A step from one price to the next, both per the line's unit; the last `out` is the price. */
export const priceTraceStep = z.object({
  rule: z.enum(priceTraceRules),
  /** Id of the customer price or volume discount. */
  id: z.string().nullable(),
  name: z.string(),
  /** Null for the first step. */
  in: z.number().nullable(),
  out: z.number(),
});
export type PriceTraceStep = z.output<typeof priceTraceStep>;

/** Explanation of a line's price. */
export const priceTrace = z.array(priceTraceStep);
export type PriceTrace = z.output<typeof priceTrace>;

/**
 * The explanation for the customer: its steps, without the recipients of rules, and without the calculated price if the
 * price was typed.
 */
export function traceForCustomer(trace: PriceTrace): PriceTrace {
  const typed = trace.find(({ rule }) => rule === 'typed_price');
  if (typed)
    return [{ ...typed, id: null, name: 'Agreed price', in: null }, ...trace.filter(({ rule }) => rule === 'credit')];
  return trace.map((step) => ({ ...step, id: null, name: step.rule === 'customer_price' ? 'Your price' : step.name }));
}
