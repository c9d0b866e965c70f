import { defineEvent } from '@millwright/core/contracts';
import { z } from 'zod';

const pick = { pickID: z.string(), number: z.string(), orderID: z.string() };

/** An order that was issued has something to pick. */
export const pickOpened = defineEvent({ type: 'commerce.pick.opened', payload: z.object(pick) });

/** Its order is an estimate again; its number stays taken. */
export const pickWithdrawn = defineEvent({ type: 'commerce.pick.withdrawn', payload: z.object(pick) });

/** Stock was set aside for a pick. */
export const pickReleased = defineEvent({ type: 'commerce.pick.released', payload: z.object(pick) });

/** Goods were taken to the packing place; quantities are decimal texts in base units. */
export const pickPicked = defineEvent({
  type: 'commerce.pick.picked',
  payload: z.object({
    ...pick,
    lines: z.array(z.object({ orderLineID: z.string(), itemID: z.string(), quantity: z.string() })),
  }),
});

/** Everything that was picked went into a shipment. */
export const pickPacked = defineEvent({
  type: 'commerce.pick.packed',
  payload: z.object({ ...pick, shipmentID: z.string(), isFinished: z.boolean() }),
});

/** Goods went back to their places, or were taken off the plan. */
export const pickVoided = defineEvent({ type: 'commerce.pick.voided', payload: z.object(pick) });

/** Less was found than was planned, and no other place has it. */
export const pickCameShort = defineEvent({
  type: 'commerce.pick.came-short',
  payload: z.object({
    ...pick,
    lines: z.array(z.object({ orderLineID: z.string(), quantity: z.string() })),
  }),
});

/** Every event of picks. */
export const pickEvents = [
  pickOpened,
  pickWithdrawn,
  pickReleased,
  pickPicked,
  pickPacked,
  pickVoided,
  pickCameShort,
] as const;
