import type { z } from 'zod';

/** A fact that happened, in the past tense: `commerce.sales-order.issued`. Payloads only ever gain fields. */
export interface EventDefinition<Payload extends z.ZodType = z.ZodType> {
  readonly kind: 'event';
  type: string;
  version: number;
  payload: Payload;
}

/** Declares an event; its type begins with the id of the plugin that emits it. */
export const defineEvent = <Payload extends z.ZodType>(parts: {
  type: string;
  version?: number;
  payload: Payload;
}): EventDefinition<Payload> => ({
  kind: 'event',
  version: 1,
  ...parts,
});
