import {
  endpoint,
  filterValue,
  hasCardNumber,
  idOf,
  nonNegativeUnitPrice,
  quantity,
  signedQuantityInput,
  singleLine,
} from '@millwright/core/contracts';
import { z } from 'zod';
import {
  stockItem,
  stockParty,
  storageLocationReference,
} from '../../locations/storage-location/storage-location.contract.ts';
import { lotNumber } from '../lot/lot.ts';

const noCardNumber = (text: string): boolean => !hasCardNumber(text);

/** Number of a lot in requests, padded; '' and null are stock without lot. Card numbers are refused. */
export const enteredLotNumber = singleLine(60)
  .refine(noCardNumber, { error: 'Must not be a card number' })
  .transform(lotNumber)
  .nullish();

/** Why stock changed, in a line; card numbers are refused. */
export const stockReason = singleLine(500).refine(noCardNumber, { error: 'Must not contain a card number' }).optional();

/** Whose stock it is: a customer, or the account itself by its own id; absent and null are the account itself. */
export const stockOwner = z.string().max(100).nullish();

/** Where stock lies; absent and null leave it to the system. */
export const stockPlace = storageLocationReference.nullish();

/** Cost of one of the unit that the quantity beside it is in. */
export const enteredUnitCost = nonNegativeUnitPrice;

/** What an owner has of an item (spec operations section 3). Quantities are in the item's default unit. */
export const itemInventory = z.object({
  item: stockItem,
  /** Whose stock it is; `isSelf` for the account's own. */
  ownerAccount: stockParty,
  onHand: quantity,
  /** What of it lies in closed places, and is promised to nobody. */
  closed: quantity,
  /** Held by orders that are being typed, and reserved for issued ones. */
  reserved: quantity,
  /** `onHand - closed - reserved` */
  availableToPromise: quantity,
  /** What issued orders want and have not got. */
  short: quantity,
  /** Average cost of one default unit over what is left of the cost layers; null where nothing is left. */
  weightedAverageUnitCost: z.number().nullable(),
  inventoryValue: z.number(),
  /** Raised by every change and promise of this stock; 0 where there never was any. */
  version: z.int(),
  updatedAt: z.iso.datetime().nullable(),
});
export type ItemInventory = z.output<typeof itemInventory>;

/** Stock of an item; 404 for an item that is not there. `customerID` asks for a customer's own stock. */
export const getItemInventory = endpoint({
  name: 'getItemInventory',
  method: 'GET',
  path: '/v1/items/{itemID}/inventory',
  permission: 'inventory:read',
  summary: 'Reads the stock of an item.',
  query: z.strictObject({ customerID: filterValue(z.string().max(100)) }),
  reply: itemInventory,
});

/** Body of `updateItemInventory`. */
export const updateItemInventoryBody = z.strictObject({
  /** In the item's default unit, or `{measure, unitID}`. */
  inventoryChange: signedQuantityInput,
  /** True sets the stock to the amount, false (the default) adds it; below 0 takes away. */
  reconcile: z.boolean({ error: 'Must be true or false' }).default(false),
  customerID: stockOwner,
  /** Absent: a surplus goes to the default place, what is missing is taken from the oldest receipts. */
  storageLocationID: stockPlace,
  /** Absent: any lot; '' and null: stock without lot. */
  lotNumber: enteredLotNumber,
  /**
   * Of what comes in, 400 where nothing does; absent: the average of what is there, else what the last of it cost, else
   * the item's cost.
   */
  unitCost: enteredUnitCost.optional(),
  reason: stockReason,
  version: z.int().optional(),
});
export type UpdateItemInventoryInput = z.output<typeof updateItemInventoryBody>;

/**
 * Counts or corrects the stock of an item. A count is a fact: where it leaves less than is promised, holds and
 * reservations are taken back. 409 `insufficient_stock` where more is taken than lies there, `location_closed`,
 * `stale_version`.
 */
export const updateItemInventory = endpoint({
  name: 'updateItemInventory',
  method: 'PATCH',
  path: '/v1/items/{itemID}/inventory',
  permission: 'inventory:update',
  summary: 'Counts or corrects the stock of an item.',
  body: updateItemInventoryBody,
  reply: itemInventory,
});

/** Id of an item in requests. */
export const stockItemReference = idOf('itm', 'Item is required');

/** Body of `revalueItem`. */
export const revalueItemBody = z.strictObject({
  /** What one default unit of it is worth from now on. */
  unitCost: enteredUnitCost,
  /** Absent: all that is there; '' and null: stock without lot. */
  lotNumber: enteredLotNumber,
  reason: singleLine(500)
    .min(1, { error: 'Say why it is worth something else' })
    .refine(noCardNumber, { error: 'Must not contain a card number' }),
});
export type RevalueItemInput = z.output<typeof revalueItemBody>;

/**
 * Gives what is there of an item, or of a lot of it, another value; the difference is a variance of today. Taken back
 * by voiding one of its changes, as long as nothing of it was used, moved or revalued since. 409 `nothing_to_revalue`,
 * `period_closed`.
 */
export const revalueItem = endpoint({
  name: 'revalueItem',
  method: 'POST',
  path: '/v1/items/{itemID}/actions/revalue',
  permission: 'inventory:update',
  summary: 'Revalues what is there of an item.',
  body: revalueItemBody,
  reply: itemInventory.extend({
    /** What was written, for taking it back; none where it was worth that already. */
    inventoryChangeLogIDs: z.array(z.string()),
  }),
});
