import { defineEvent } from '@millwright/core/contracts';
import { z } from 'zod';

const pick = { pickID: z.string(), number: z.string(), orderID: z.string() };

/** An issued order has goods to pick. */
export const pickOpened = defineEvent({
  type: 'commerce.pick.opened',
  isPublic: true,
  sentence: 'An issued order has goods to pick.',
  record: 'pick',
  example: { pickID: 'pik_01kb7m0p2yf6g9k4r8t3w7z5vc', number: '1042-1', orderID: 'so_01kb7m0x4yf2dsjq5r3h8t6w9c' },
  payload: z.object(pick),
});

/** The order of a pick is an estimate again; the pick's number is not reused. */
export const pickWithdrawn = defineEvent({
  type: 'commerce.pick.withdrawn',
  isPublic: true,
  sentence: 'A pick was withdrawn because its order is an estimate again.',
  record: 'pick',
  example: { pickID: 'pik_01kb7m0p2yf6g9k4r8t3w7z5vc', number: '1042-1', orderID: 'so_01kb7m0x4yf2dsjq5r3h8t6w9c' },
  payload: z.object(pick),
});

/** Stock was allocated to a pick. */
export const pickReleased = defineEvent({
  type: 'commerce.pick.released',
  isPublic: true,
  sentence: 'Stock was set aside for a pick.',
  record: 'pick',
  example: { pickID: 'pik_01kb7m0p2yf6g9k4r8t3w7z5vc', number: '1042-1', orderID: 'so_01kb7m0x4yf2dsjq5r3h8t6w9c' },
  payload: z.object(pick),
});

/** Goods were moved to the packing place; quantities are decimal texts in base units. */
export const pickPicked = defineEvent({
  type: 'commerce.pick.picked',
  isPublic: true,
  sentence: 'Goods were moved to the packing place.',
  record: 'pick',
  example: {
    pickID: 'pik_01kb7m0p2yf6g9k4r8t3w7z5vc',
    number: '1042-1',
    orderID: 'so_01kb7m0x4yf2dsjq5r3h8t6w9c',
    lines: [
      { orderLineID: 'sol_01kb7m0n7tf4c8m2q6v9x3z5hd', itemID: 'itm_01kb7m0t6qe9w4y8r2n5m7p3fs', quantity: '24' },
    ],
  },
  payload: z.object({
    ...pick,
    lines: z.array(z.object({ orderLineID: z.string(), itemID: z.string(), quantity: z.string() })),
  }),
});

/** All picked goods were packed into a shipment. */
export const pickPacked = defineEvent({
  type: 'commerce.pick.packed',
  isPublic: true,
  sentence: 'Picked goods were packed into a shipment.',
  record: 'pick',
  example: {
    pickID: 'pik_01kb7m0p2yf6g9k4r8t3w7z5vc',
    number: '1042-1',
    orderID: 'so_01kb7m0x4yf2dsjq5r3h8t6w9c',
    shipmentID: 'shp_01kb7m0m4sf9e7j3n8w2y6b5kg',
    isFinished: true,
  },
  payload: z.object({ ...pick, shipmentID: z.string(), isFinished: z.boolean() }),
});

/** Goods were moved back to their places, or removed from the plan. */
export const pickVoided = defineEvent({
  type: 'commerce.pick.voided',
  isPublic: true,
  sentence: 'Goods of a pick were moved back to their places.',
  record: 'pick',
  example: { pickID: 'pik_01kb7m0p2yf6g9k4r8t3w7z5vc', number: '1042-1', orderID: 'so_01kb7m0x4yf2dsjq5r3h8t6w9c' },
  payload: z.object(pick),
});

/** Less was found than planned, and no other place has the goods. */
export const pickCameShort = defineEvent({
  type: 'commerce.pick.came-short',
  isPublic: true,
  sentence: 'Fewer goods were found than planned.',
  record: 'pick',
  example: {
    pickID: 'pik_01kb7m0p2yf6g9k4r8t3w7z5vc',
    number: '1042-1',
    orderID: 'so_01kb7m0x4yf2dsjq5r3h8t6w9c',
    lines: [{ orderLineID: 'sol_01kb7m0n7tf4c8m2q6v9x3z5hd', quantity: '3' }],
  },
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
