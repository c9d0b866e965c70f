import { defineEvent } from '@millwright/core/contracts';
import { z } from 'zod';

const pick = { pickID: z.string(), number: z.string(), orderID: z.string() };

/** An issued order has goods to pick. */
export const pickOpened = defineEvent({ type: 'commerce.pick.opened', payload: z.object(pick) });

/** The order of a pick is an estimate again; the pick's number is not reused. */
export const pickWithdrawn = defineEvent({ type: 'commerce.pick.withdrawn', payload: z.object(pick) });

/** Stock was allocated to a pick. */
export const pickReleased = defineEvent({ type: 'commerce.pick.released', payload: z.object(pick) });

/** Goods were moved to the packing place; quantities are decimal texts in base units. */
export const pickPicked = defineEvent({
  type: 'commerce.pick.picked',
  payload: z.object({
    ...pick,
    lines: z.array(z.object({ orderLineID: z.string(), itemID: z.string(), quantity: z.string() })),
  }),
});

/** All picked goods were packed into a shipment. */
export const pickPacked = defineEvent({
  type: 'commerce.pick.packed',
  payload: z.object({ ...pick, shipmentID: z.string(), isFinished: z.boolean() }),
});

/** Goods were moved back to their places, or removed from the plan. */
export const pickVoided = defineEvent({ type: 'commerce.pick.voided', payload: z.object(pick) });

/** Less was found than planned, and no other place has the goods. */
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
