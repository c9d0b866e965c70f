import {
  booleanText,
  businessDate,
  endpoint,
  filterValue,
  idOf,
  isoDate,
  listOf,
  listQuery,
  noContent,
  noteText,
  quantity,
  repeated,
  requiredLine,
} from '@millwright/core/contracts';
import { z } from 'zod';
import { stockItem } from '../../locations/storage-location/storage-location.contract.ts';
import { lotNumber, lotNumberError } from './lot.ts';

/** Id of a lot in requests. */
export const lotReference = idOf('lot', 'Lot is required');

/** A lot in other records. */
export const lotSummary = z.object({ id: z.string(), lotNumber: z.string() });
export type LotSummary = z.output<typeof lotSummary>;

/** A lot number in requests: padded to six characters if it does not begin with a letter; card numbers are refused. */
export const lotNumberInput = requiredLine(60, 'Lot number is required')
  .refine((text) => lotNumberError(text) !== 'Must not be a card number', { error: 'Must not be a card number' })
  .transform(lotNumber);

/** A quantity of one item that was made or bought together (spec operations section 3). */
export const lot = z.object({
  /** `lot_...` */
  id: z.string(),
  item: stockItem,
  /** Unique among the lots of the item. */
  lotNumber: z.string(),
  expiresOn: z.string().nullable(),
  /** Whether the expiry date, in the account's time zone, has passed. */
  isExpired: z.boolean(),
  notes: z.string().nullable(),
  /** Stock of it in all places, of all owners. */
  onHand: quantity,
  version: z.int(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type Lot = z.output<typeof lot>;

/** Body of `createLot`. */
export const createLotBody = z.strictObject({
  itemID: idOf('itm', 'Item is required'),
  lotNumber: lotNumberInput,
  expiresOn: businessDate.nullish(),
  notes: noteText.nullish(),
});

/** Body of `updateLot`; the item of a lot is fixed. */
export const updateLotBody = z.strictObject({
  lotNumber: lotNumberInput.optional(),
  expiresOn: businessDate.nullish(),
  notes: noteText.nullish(),
  version: z.int().optional(),
});

/** Lots, the newest first or by the requested order. `query` matches parts of the lot number and of the item's SKU. */
export const listLots = endpoint({
  name: 'listLots',
  method: 'GET',
  path: '/v1/lots',
  permission: 'storage_locations:read',
  summary: 'Lists lots.',
  query: listQuery({
    sortBy: ['lotNumber', 'sku', 'expiresOn', 'createdAt'],
    filters: {
      itemIDs: repeated(z.string()),
      /** Lots with stock in these places, or inside them. */
      storageLocationIDs: repeated(z.string()),
      /** Whether any stock of the lot is on hand. */
      hasStock: booleanText,
      /** Lots that expire on or before this day. */
      expiresUntil: filterValue(isoDate),
    },
  }),
  reply: listOf(lot),
});

/** One lot. */
export const getLot = endpoint({
  name: 'getLot',
  method: 'GET',
  path: '/v1/lots/{lotID}',
  permission: 'storage_locations:read',
  summary: 'Reads a lot.',
  reply: lot,
});

/** Adds a lot of an item; 409 `duplicate` if the item has a lot of that number. */
export const createLot = endpoint({
  name: 'createLot',
  method: 'POST',
  path: '/v1/lots',
  permission: 'storage_locations:create',
  summary: 'Creates a lot.',
  body: createLotBody,
  reply: lot,
});

/** Changes a lot. */
export const updateLot = endpoint({
  name: 'updateLot',
  method: 'PATCH',
  path: '/v1/lots/{lotID}',
  permission: 'storage_locations:update',
  summary: 'Changes a lot.',
  body: updateLotBody,
  reply: lot,
});

/** Deletes a lot that never had stock; else 409 `in_use`. */
export const deleteLot = endpoint({
  name: 'deleteLot',
  method: 'DELETE',
  path: '/v1/lots/{lotID}',
  permission: 'storage_locations:delete',
  summary: 'Deletes a lot.',
  reply: noContent,
});

/** Words and endpoints of lots. */
export const lots = {
  type: 'lot',
  prefix: 'lot',
  words: ['lot', 'lots'],
  list: listLots,
  get: getLot,
  create: createLot,
  update: updateLot,
  remove: deleteLot,
} as const;
