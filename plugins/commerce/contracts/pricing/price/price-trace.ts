import { z } from 'zod';

/** What made a price, in this order. */
export const priceTraceRules = [
  'list_price',
  'customer_price',
  'volume_discount',
  'rounding',
  'typed_price',
  'credit',
] as const;

/** A step from one price to the next, both of one of the line's unit; the last one's `out` is the price. */
export const priceTraceStep = z.object({
  rule: z.enum(priceTraceRules),
  /** Of the customer price or volume discount. */
  id: z.string().nullable(),
  name: z.string(),
  /** Null where nothing came before. */
  in: z.number().nullable(),
  out: z.number(),
});
export type PriceTraceStep = z.output<typeof priceTraceStep>;

/** Why a line has its price. */
export const priceTrace = z.array(priceTraceStep);
export type PriceTrace = z.output<typeof priceTrace>;

/**
 * What a customer is told of its own price: how it came about, but neither whom a price was agreed with, nor what was
 * reckoned where somebody named another price.
 */
export function traceForCustomer(trace: PriceTrace): PriceTrace {
  const typed = trace.find(({ rule }) => rule === 'typed_price');
  if (typed)
    return [{ ...typed, id: null, name: 'Agreed price', in: null }, ...trace.filter(({ rule }) => rule === 'credit')];
  return trace.map((step) => ({ ...step, id: null, name: step.rule === 'customer_price' ? 'Your price' : step.name }));
}
