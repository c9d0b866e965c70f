import { endpoint, idOf, noContent, quantity, quantityInput } from '@millwright/core/contracts';
import { z } from 'zod';
import { itemReference } from '../../catalogue/item/item-fields.ts';

/** Longest time that a hold stands without being renewed. */
export const longestHoldSeconds = 900;
/** Most live holds of one person or key. */
export const mostLiveHolds = 20;
const mostHoldLines = 500;

/**
 * A line of a hold. Quantities are in the item's default unit. Portal customers see no figures: `held` and
 * `availableToPromise` are null for them.
 */
export const inventoryHoldLine = z.object({
  itemID: z.string(),
  /** False for what is no stock, such as a service: nothing is held of it, and it is always available. */
  isStocked: z.boolean(),
  wanted: quantity,
  held: quantity.nullable(),
  /** What is left for others. */
  availableToPromise: quantity.nullable(),
  /** Whether all that is wanted is held. */
  isAvailable: z.boolean(),
  /**
   * First day on which the missing rest can be promised; today where nothing is missing, null where nothing that is
   * expected covers it.
   */
  firstDate: z.string().nullable(),
});
export type InventoryHoldLine = z.output<typeof inventoryHoldLine>;

/** Stock set aside for minutes, while somebody types an order. */
export const inventoryHold = z.object({
  /** `hold_...` */
  id: z.string(),
  expiresAt: z.iso.datetime(),
  lines: z.array(inventoryHoldLine),
});
export type InventoryHold = z.output<typeof inventoryHold>;

/** Id of a hold in requests; clients make it: `newID('hold')`. */
export const inventoryHoldReference = idOf('hold');

/**
 * Makes a hold what the lines say, or renews it: what was held before is given back first. Takes what is free; what is
 * not free is no error, the answer says when there will be more. Only products of type `sale` hold stock. A person has
 * at most 20 live holds (409 `too_many_holds`). The people of a customer hold together what they could order at most
 * (409 `holds_beyond_orders`), end sooner than asked where their time is over (409 `holding_too_long`), and yield to
 * staff; see `PromiseSettings`.
 */
export const putInventoryHold = endpoint({
  name: 'putInventoryHold',
  method: 'PUT',
  path: '/v1/inventory-holds/{holdID}',
  permission: 'products:read',
  customers: 'own held stock',
  summary: 'Holds stock for an order that is being typed.',
  body: z.strictObject({
    lines: z
      .array(z.strictObject({ itemID: itemReference, quantity: quantityInput }))
      .max(mostHoldLines, { error: `At most ${mostHoldLines} lines` }),
    expiresInSeconds: z
      .int({ error: 'Must be a whole number of seconds' })
      .min(1, { error: 'Must be at least 1' })
      .max(longestHoldSeconds, { error: `Must be at most ${longestHoldSeconds}` })
      .default(300),
  }),
  reply: inventoryHold,
});

/** A live hold of the acting person, one line an item; 404 for all others. */
export const getInventoryHold = endpoint({
  name: 'getInventoryHold',
  method: 'GET',
  path: '/v1/inventory-holds/{holdID}',
  permission: 'products:read',
  customers: 'own held stock',
  summary: 'Reads a hold.',
  reply: inventoryHold,
});

/** Gives a hold back at once; 404 where it is not a hold of the acting person. */
export const deleteInventoryHold = endpoint({
  name: 'deleteInventoryHold',
  method: 'DELETE',
  path: '/v1/inventory-holds/{holdID}',
  permission: 'products:read',
  customers: 'own held stock',
  summary: 'Gives a hold back.',
  reply: noContent,
});
