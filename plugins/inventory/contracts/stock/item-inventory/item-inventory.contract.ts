import {
  endpoint,
  filterValue,
  hasCardNumber,
  idOf,
  nameLine,
  nonNegativeUnitPrice,
  quantity,
  signedQuantityInput,
} from '@millwright/core/contracts';
import { z } from 'zod';
import {
  stockItem,
  stockParty,
  storageLocationReference,
} from '../../locations/storage-location/storage-location.contract.ts';
import { lotNumber } from '../lot/lot.ts';

const noCardNumber = (text: string): boolean => !hasCardNumber(text);

/** Number of a lot in requests, padded; '' and null mean stock without lot. Card numbers are refused. */
export const enteredLotNumber = nameLine(60)
  .refine(noCardNumber, { error: 'Must not be a card number' })
  .transform(lotNumber)
  .nullish();

/** Reason of a stock change, in one line; card numbers are refused. */
export const stockReason = nameLine(500).refine(noCardNumber, { error: 'Must not contain a card number' }).optional();

/** Owner of the stock: a customer, or the account's own id; absent and null also mean the account. */
export const stockOwner = z.string().max(100).nullish();

/** Place of the stock; absent and null let the system choose. */
export const stockPlace = storageLocationReference.nullish();

/** Cost per unit of the quantity beside it. */
export const enteredUnitCost = nonNegativeUnitPrice;

/** An owner's stock of an item (spec operations section 3). Quantities are in the item's default unit. */
export const itemInventory = z.object({
  item: stockItem,
  /** The owner of the stock; `isSelf` for the account. */
  ownerAccount: stockParty,
  onHand: quantity,
  /** Stock in closed places, which is not promised. */
  closed: quantity,
  /** Held by orders in progress, or reserved for issued ones. */
  reserved: quantity,
  /** `onHand - closed - reserved` */
  availableToPromise: quantity,
  /** Demand of issued orders that nothing is reserved for. */
  short: quantity,
  /** Average cost per default unit of the remaining cost layers; null without stock. */
  weightedAverageUnitCost: z.number().nullable(),
  inventoryValue: z.number(),
  /** Raised by every change and promise of this stock; 0 if there never was any. */
  version: z.int(),
  updatedAt: z.iso.datetime().nullable(),
});
export type ItemInventory = z.output<typeof itemInventory>;

/** Stock of an item; 404 for an unknown item. `customerID` selects a customer's own stock. */
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
  /** True sets the stock to the amount; false (the default) adds the amount, or takes it away if it is below 0. */
  reconcile: z.boolean({ error: 'Must be true or false' }).default(false),
  customerID: stockOwner,
  /** Absent: a surplus goes to the default place, a shortage is taken from the oldest receipts. */
  storageLocationID: stockPlace,
  /** Absent: any lot; '' and null mean stock without lot. */
  lotNumber: enteredLotNumber,
  /**
   * Cost of a surplus, 400 without one. Absent: the average of the stock on hand, else the last cost, else the item's
   * cost.
   */
  unitCost: enteredUnitCost.optional(),
  reason: stockReason,
  version: z.int().optional(),
});
export type UpdateItemInventoryInput = z.output<typeof updateItemInventoryBody>;

/**
 * Counts or corrects the stock of an item. A count is a fact: if less is left than is promised, holds and reservations
 * are taken back. 409 `insufficient_stock` if more is taken than lies in the place, `location_closed`, `stale_version`.
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
  /** The new value per default unit. */
  unitCost: enteredUnitCost,
  /** Absent: all stock; '' and null mean stock without lot. */
  lotNumber: enteredLotNumber,
  reason: nameLine(500)
    .min(1, { error: 'Say why it is worth something else' })
    .refine(noCardNumber, { error: 'Must not contain a card number' }),
});
export type RevalueItemInput = z.output<typeof revalueItemBody>;

/**
 * Sets a new value for the stock of an item or of one lot; the difference is a variance of today. It can be undone by
 * voiding one of its changes if none of the stock was used, moved or revalued since. 409 `nothing_to_revalue`,
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
    /** Written changes, which can be voided; empty if the value did not change. */
    inventoryChangeLogIDs: z.array(z.string()),
  }),
});
