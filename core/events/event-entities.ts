import { EventOutbox } from './event-outbox.entity.ts';
import { HandledEvent } from './handled-event.entity.ts';

/** Tables of events, for the schema `core`. */
export const eventEntities = [EventOutbox, HandledEvent];
