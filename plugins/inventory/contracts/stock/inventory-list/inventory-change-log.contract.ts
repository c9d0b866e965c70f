import {
  endpoint,
  filterValue,
  idOf,
  isoDateOrDateTime,
  listOf,
  listQuery,
  quantity,
  repeated,
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

const actionCodes = Object.keys(movementActions) as [MovementAction, ...MovementAction[]];

/**
 * A change of stock in one place (spec operations section 3); both halves of a move are entries of one `operationID`.
 */
export const inventoryChangeLog = z.object({
  /** `mov_...` */
  id: z.string(),
  /** As it was entered; below 0 for what left. */
  quantity,
  actionType: z.enum(actionCodes),
  /** The member who did it; null for keys, scanning stations and the system. */
  responsibleUser: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** Name of who did it, whoever it was. */
  responsibleName: z.string(),
  responsibleScanningStation: z.object({ id: z.string(), name: z.string() }).nullable(),
  item: stockItem,
  storageLocation: storageLocationSummary,
  lot: lotSummary.nullable(),
  ownerAccount: stockParty,
  /** Average cost of one default unit of what it moved. */
  unitCost: z.number(),
  /** What it moved at its cost; below 0 for what left. */
  value: z.number(),
  reason: z.string().nullable(),
  /** The record that caused it: `{type: 'sales_order', id}`; null for what people enter. */
  source: z.object({ type: z.string(), id: z.string(), lineID: z.string().nullable() }).nullable(),
  operationID: z.string(),
  /** The entry that it voids, and the one that voided it. */
  reversesID: z.string().nullable(),
  reversedByID: z.string().nullable(),
  createdAt: z.iso.datetime(),
  /** The same: an entry never changes. */
  updatedAt: z.iso.datetime(),
});
export type InventoryChangeLog = z.output<typeof inventoryChangeLog>;

/** Changes of stock, the newest first. `query` finds items; places count with all that is inside them. */
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
      /** Members or users. */
      changedByUserIDs: repeated(z.string()),
      actionTypeCodes: repeated(z.enum(actionCodes, { error: `Must be one of ${actionCodes.join(', ')}` })),
      storageLocationIDs: repeated(z.string()),
      lotIDs: repeated(z.string()),
      /** Owners; the account's own id for its own stock. */
      customerIDs: repeated(z.string()),
      operationIDs: repeated(z.string()),
      /** Stations that caused them. */
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
 * Voids a change by its mirror, once; of a move both halves. Answers the mirrors. 409 `movement_voided`,
 * `movement_is_void`, `stock_used` where what came in is not all there any more, `insufficient_stock` where it is
 * promised, `movement_of_document`.
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

/** Most changes of one call of `voidInventoryChanges`: both halves of the largest move. */
const mostVoided = 2000;

/** Voids changes together, as `voidInventoryChange` does one: all or none. */
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
