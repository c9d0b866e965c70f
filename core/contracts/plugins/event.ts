import type { z } from 'zod';

/** What other programs learn of an event: `webhook_endpoint` records name these events in their filters. */
export interface PublicEvent<Payload extends z.ZodType = z.ZodType> {
  isPublic: true;
  /** One sentence for the list of events. */
  sentence: string;
  /** Record type of the event, or all types that it may have. The right to read it is the right to the event. */
  record: string | readonly string[];
  example: z.input<Payload>;
  isInternal?: never;
}

/** An event that stays inside the installation. */
export interface InternalEvent {
  isPublic?: never;
  /** The reason why other programs do not learn of it. */
  isInternal: string;
}

/** A fact in the past tense: `commerce.sales-order.issued`. Payloads may gain fields but never lose them. */
export type EventDefinition<Payload extends z.ZodType = z.ZodType> = {
  readonly kind: 'event';
  type: string;
  version: number;
  payload: Payload;
} & (PublicEvent<Payload> | InternalEvent);

/**
 * Declares an event; its type begins with the id of the emitting plugin. It is public, with sentence, record type and
 * example, or says why it is not.
 */
export const defineEvent = <Payload extends z.ZodType>(
  parts: { type: string; version?: number; payload: Payload } & (PublicEvent<Payload> | InternalEvent),
): EventDefinition<Payload> => ({ kind: 'event', version: 1, ...parts });

/** The record types of a public event; none for others. */
export const recordTypesOf = (event: EventDefinition): readonly string[] =>
  event.isPublic ? [event.record].flat() : [];
