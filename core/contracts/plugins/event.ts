import type { z } from 'zod';

/** Record type of an event that happens on records of all types; each is told by the right to read its own record. */
export const anyRecordType = '*';

/** What other programs learn of an event: `webhook_endpoint` records name these events in their filters. */
export interface PublicEvent<Payload extends z.ZodType = z.ZodType> {
  isPublic: true;
  /** One sentence for the list of events. */
  sentence: string;
  /**
   * Record type of the event, or all types that it may have, or `anyRecordType`. The right to read it is the right to
   * the event.
   */
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

/** Whether an event happens on records of all types, so that the right to its record is the right to it. */
export const isAboutAny = (event: EventDefinition): boolean =>
  event.isPublic === true && event.record === anyRecordType;

/** The record types of a public event, among those of the installation; none for others. */
export const recordTypesOf = (event: EventDefinition, installed: readonly { type: string }[]): readonly string[] => {
  if (!event.isPublic) return [];
  return isAboutAny(event) ? installed.map(({ type }) => type) : [event.record].flat();
};
