import {
  endpoint,
  filterValue,
  idOf,
  isoDateOrDateTime,
  listOf,
  listQuery,
  namedCode,
  quantity,
  repeated,
  shownMoney,
  shownPrice,
} from '@millwright/core/contracts';
import { z } from 'zod';
import {
  stockItem,
  stockParty,
  storageLocationSummary,
} from '../../locations/storage-location/storage-location.contract.ts';
import { stockReason } from '../item-inventory/item-inventory.contract.ts';
import { type MovementAction, movementActions } from '../ledger/movement-actions.ts';
import { lotSummary } from '../lot/lot.contract.ts';

const actionCode = namedCode<MovementAction>(movementActions);

/** A change of stock in one place (spec operations section 3); the two halves of a move have the same `operationID`. */
export const inventoryChangeLog = z.object({
  /** `mov_...` */
  id: z.string(),
  /** As entered; below 0 for issued stock. */
  quantity,
  actionType: actionCode,
  /** The member; null for API keys, scanning stations and the system. */
  responsibleUser: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** Name of the member, key, station or system. */
  responsibleName: z.string(),
  responsibleScanningStation: z.object({ id: z.string(), name: z.string() }).nullable(),
  item: stockItem,
  storageLocation: storageLocationSummary,
  lot: lotSummary.nullable(),
  ownerAccount: stockParty,
  /** Average cost per default unit of the moved stock. */
  unitCost: shownPrice,
  /** Value at cost; below 0 for issued stock. */
  value: shownMoney,
  reason: z.string().nullable(),
  /** The record that caused it: `{type: 'sales_order', id}`; null for changes entered by people. */
  source: z.object({ type: z.string(), id: z.string(), lineID: z.string().nullable() }).nullable(),
  operationID: z.string(),
  /** The entry that it voids, and the entry that voided it. */
  reversesID: z.string().nullable(),
  reversedByID: z.string().nullable(),
  createdAt: z.iso.datetime(),
  /** Equals `createdAt`, because entries never change. */
  updatedAt: z.iso.datetime(),
});
export type InventoryChangeLog = z.output<typeof inventoryChangeLog>;

/** Changes of stock, the newest first. `query` matches items; a place includes everything inside it. */
export const listInventoryChangeLogs = endpoint({
  name: 'listInventoryChangeLogs',
  method: 'GET',
  path: '/v1/inventory-change-logs',
  permission: 'inventory_change_logs:read',
  summary: 'Lists changes of stock.',
  query: listQuery({
    sortBy: ['createdAt', 'actionType', 'sku', 'quantity', 'unitCost'],
    filters: {
      itemIDs: repeated(z.string()),
      /** Ids of members or users. */
      changedByUserIDs: repeated(z.string()),
      actionTypeCodes: repeated(actionCode),
      storageLocationIDs: repeated(z.string()),
      lotIDs: repeated(z.string()),
      /** Owners; the account's own id for its own stock. */
      customerIDs: repeated(z.string()),
      operationIDs: repeated(z.string()),
      /** Scanning stations that caused the changes. */
      scanningStationIDs: repeated(z.string()),
      startDate: filterValue(isoDateOrDateTime),
      endDate: filterValue(isoDateOrDateTime),
    },
  }),
  reply: listOf(inventoryChangeLog),
});

/** One change of stock. */
export const getInventoryChangeLog = endpoint({
  name: 'getInventoryChangeLog',
  method: 'GET',
  path: '/v1/inventory-change-logs/{inventoryChangeLogID}',
  permission: 'inventory_change_logs:read',
  summary: 'Reads a change of stock.',
  reply: inventoryChangeLog,
});

/**
 * Voids a change once, by a mirror entry; a move with both halves. Answers the mirror entries. 409 `movement_voided`,
 * `movement_is_void`, `stock_used` if received stock is not all there any more, `insufficient_stock` if it is promised,
 * `movement_of_document`.
 */
export const voidInventoryChange = endpoint({
  name: 'voidInventoryChange',
  method: 'POST',
  path: '/v1/inventory-change-logs/{inventoryChangeLogID}/actions/void',
  permission: 'inventory:update',
  summary: 'Voids a change of stock.',
  body: z.strictObject({ reason: stockReason }),
  reply: listOf(inventoryChangeLog),
});

/** Largest number of changes in one call of `voidInventoryChanges`: both halves of the largest move. */
const mostVoided = 2000;

/** Voids changes together, each as in `voidInventoryChange`: all or none. */
export const voidInventoryChanges = endpoint({
  name: 'voidInventoryChanges',
  method: 'POST',
  path: '/v1/inventory-change-logs/actions/void',
  permission: 'inventory:update',
  summary: 'Voids changes of stock together.',
  body: z.strictObject({
    inventoryChangeLogIDs: z
      .array(idOf('mov', 'Changes of stock are required'))
      .min(1, { error: 'Changes of stock are required' })
      .max(mostVoided, { error: `Must have at most ${mostVoided} changes` }),
    reason: stockReason,
  }),
  reply: listOf(inventoryChangeLog),
});
