import type { z } from 'zod';

/** A fact in the past tense: `commerce.sales-order.issued`. Payloads may gain fields but never lose them. */
export interface EventDefinition<Payload extends z.ZodType = z.ZodType> {
  readonly kind: 'event';
  type: string;
  version: number;
  payload: Payload;
}

/** Declares an event; its type begins with the id of the emitting plugin. */
export const defineEvent = <Payload extends z.ZodType>(parts: {
  type: string;
  version?: number;
  payload: Payload;
}): EventDefinition<Payload> => ({
  kind: 'event',
  version: 1,
  ...parts,
});
