import {
  booleanText,
  businessDate,
  crudEndpoints,
  filterValue,
  idOf,
  isoDate,
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

/**
 * Quantities of one item that were made or bought together (spec operations section 3). `query` matches parts of the
 * lot number and of the item's SKU. 409 `duplicate` if the item has a lot of that number, 409 `in_use` for deleting a
 * lot that has had stock.
 */
export const lots = crudEndpoints({
  one: 'Lot',
  many: 'Lots',
  words: ['lot', 'lots'],
  path: '/v1/lots',
  domain: 'storage_locations',
  prefix: 'lot',
  row: {
    item: stockItem,
    /** Unique among the lots of the item. */
    lotNumber: z.string(),
    expiresOn: z.iso.date().nullable(),
    /** Whether the expiry date, in the account's time zone, has passed. */
    isExpired: z.boolean(),
    notes: z.string().nullable(),
    /** Stock of it in all places, of all owners. */
    onHand: quantity,
  },
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
  body: {
    itemID: idOf('itm', 'Item is required'),
    lotNumber: lotNumberInput,
    expiresOn: businessDate.nullish(),
    notes: noteText.nullish(),
  },
  fixed: ['itemID'],
});

export const { list: listLots, get: getLot, create: createLot, update: updateLot, remove: deleteLot } = lots;
export type Lot = z.output<typeof lots.row>;
