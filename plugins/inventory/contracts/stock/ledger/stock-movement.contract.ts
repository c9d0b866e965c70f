import {
  endpoint,
  hasCardNumber,
  isoDateOrDateTime,
  listOf,
  nameLine,
  quantityInput,
} from '@millwright/core/contracts';
import { z } from 'zod';
import { storageLocationReference } from '../../locations/storage-location/storage-location.contract.ts';
import { inventoryChangeLog } from '../inventory-list/inventory-change-log.contract.ts';
import {
  enteredLotNumber,
  enteredUnitCost,
  stockItemReference,
  stockOwner,
  stockPlace,
  stockReason,
} from '../item-inventory/item-inventory.contract.ts';

/** Largest number of lines in one call. */
export const largestStockOperation = 1000;

const lines = <Line extends z.ZodType>(line: Line) =>
  z
    .array(line)
    .min(1, { error: 'Must have at least one line' })
    .max(largestStockOperation, { error: `Must have at most ${largestStockOperation} lines` });

/** Body of `createInventoryReceipt`. */
export const createInventoryReceiptBody = z.strictObject({
  itemID: stockItemReference,
  /** In the item's default unit, or `{measure, unitID}`. */
  quantity: quantityInput,
  /** Absent: the average of the stock on hand, else the last cost, else the item's cost. */
  unitCost: enteredUnitCost.optional(),
  /** Absent: the default place. */
  storageLocationID: stockPlace,
  /** A new lot number creates the lot. */
  lotNumber: enteredLotNumber,
  customerID: stockOwner,
  /** Time of receipt, not in the future; default now. */
  receivedAt: isoDateOrDateTime.optional(),
  /** Number of the delivery note or purchase order. */
  reference: nameLine(100)
    .refine((text) => !hasCardNumber(text), { error: 'Must not contain a card number' })
    .optional(),
  reason: stockReason,
});
export type CreateInventoryReceiptInput = z.output<typeof createInventoryReceiptBody>;

/** Receives stock as a new cost layer. */
export const createInventoryReceipt = endpoint({
  name: 'createInventoryReceipt',
  method: 'POST',
  path: '/v1/inventory-receipts',
  permission: 'inventory:update',
  summary: 'Receives stock.',
  body: createInventoryReceiptBody,
  reply: inventoryChangeLog,
});

/** Body of `receiveInventory`. */
export const receiveInventoryBody = z.strictObject({
  lines: lines(
    createInventoryReceiptBody.pick({
      itemID: true,
      quantity: true,
      unitCost: true,
      storageLocationID: true,
      lotNumber: true,
      customerID: true,
    }),
  ),
  receivedAt: createInventoryReceiptBody.shape.receivedAt,
  reference: createInventoryReceiptBody.shape.reference,
  reason: stockReason,
});
export type ReceiveInventoryInput = z.output<typeof receiveInventoryBody>;

/** Receives the lines of a delivery: all or none, each as a new cost layer. */
export const receiveInventory = endpoint({
  name: 'receiveInventory',
  method: 'POST',
  path: '/v1/inventory/actions/receive',
  permission: 'inventory:update',
  summary: 'Receives many lines of stock.',
  body: receiveInventoryBody,
  reply: listOf(inventoryChangeLog),
});

/** Body of `moveInventory`. */
export const moveInventoryBody = z.strictObject({
  lines: lines(
    z.strictObject({
      itemID: stockItemReference,
      quantity: quantityInput,
      fromStorageLocationID: storageLocationReference,
      toStorageLocationID: storageLocationReference,
      /** Absent: any lot, the oldest stock first; '' and null mean stock without lot. */
      lotNumber: enteredLotNumber,
      customerID: stockOwner,
    }),
  ),
  reason: stockReason,
});
export type MoveInventoryInput = z.output<typeof moveInventoryBody>;

/** Moves stock to other places with its dates and costs: all lines or none. Answers both halves of each move. */
export const moveInventory = endpoint({
  name: 'moveInventory',
  method: 'POST',
  path: '/v1/inventory/actions/move',
  permission: 'inventory:update',
  summary: 'Moves stock between places.',
  body: moveInventoryBody,
  reply: listOf(inventoryChangeLog),
});

/** Body of `consumeInventory`. */
export const consumeInventoryBody = z.strictObject({
  lines: lines(
    z.strictObject({
      itemID: stockItemReference,
      quantity: quantityInput,
      /** Absent: the oldest stock in open places. */
      storageLocationID: stockPlace,
      lotNumber: enteredLotNumber,
      customerID: stockOwner,
    }),
  ),
  reason: stockReason,
});
export type ConsumeInventoryInput = z.output<typeof consumeInventoryBody>;

/** Uses stock up: all lines or none, and never promised stock. */
export const consumeInventory = endpoint({
  name: 'consumeInventory',
  method: 'POST',
  path: '/v1/inventory/actions/consume',
  permission: 'inventory:update',
  summary: 'Uses stock up.',
  body: consumeInventoryBody,
  reply: listOf(inventoryChangeLog),
});
