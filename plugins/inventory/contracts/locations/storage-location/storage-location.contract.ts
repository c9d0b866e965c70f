import {
  booleanText,
  endpoint,
  filterValue,
  idOf,
  listOf,
  listQuery,
  noContent,
  noteText,
  quantity,
  repeated,
  requiredLine,
  singleLine,
} from '@millwright/core/contracts';
import { z } from 'zod';
import { itemTypes } from '../../catalogue/item/item-fields.ts';
import { departmentReference } from '../department/department.contract.ts';
import { expandNames, isLocationName, largestLocationBulk, NamePatternError } from './location-names.ts';
import { placeStates, type StorageLocationType, storageLocationTypes } from './location-types.ts';

/** Id of a storage location in requests. */
export const storageLocationReference = idOf('loc', 'Storage location is required');

const typeCodes = Object.keys(storageLocationTypes) as [StorageLocationType, ...StorageLocationType[]];
export const locationType = z.enum(typeCodes, { error: `Must be one of ${typeCodes.join(', ')}` });
export const reservationState = placeStates.code;
const slashApart = 'A slash with spaces around it parts the names of a path; write the name without';
const nameOfLocation = requiredLine(100, 'Name is required')
  .overwrite((name) => name.replaceAll(/\s+/g, ' '))
  .refine(isLocationName, { error: slashApart });

/** An item as rows of stock show it. */
export const stockItem = z.object({
  id: z.string(),
  sku: z.string(),
  type: z.enum(itemTypes),
  description: z.string(),
});
export type StockItem = z.output<typeof stockItem>;

/** A business that owns or holds stock; `isSelf` where it is the account. */
export const stockParty = z.object({ id: z.string(), name: z.string(), isSelf: z.boolean() });
export type StockParty = z.output<typeof stockParty>;

/** A place as other records show it; `fullName` is its path: 'Tool Crib / A / 1'. */
export const storageLocationSummary = z.object({ id: z.string(), name: z.string(), fullName: z.string() });
export type StorageLocationSummary = z.output<typeof storageLocationSummary>;

/** A place where stock lies (spec operations section 3). */
export const storageLocationRow = z.object({
  /** `loc_...` */
  id: z.string(),
  /** Unique among the places of its parent. */
  name: z.string(),
  /** A code of `GET /v1/locations/types`. */
  type: z.enum(typeCodes),
  parent: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** Names from the root on, its own last. */
  path: z.array(z.string()),
  fullName: z.string(),
  /**
   * `open` takes part in everything; stock of a `reserved` place is drawn from, and put to, only where somebody names
   * the place;
   * nothing goes in or out of a `closed` one, and its stock is promised to nobody.
   */
  reservationState: placeStates.code,
  /** Whether nothing goes in or out: it is closed itself, or lies inside a place that is. */
  isClosed: z.boolean(),
  /**
   * Whether what lies here is promised to anybody; not so at the dock, in packing and in quarantine, where stock is
   * taken and put only where somebody names the place.
   */
  isPromisable: z.boolean(),
  /** Who works here; null where it is whoever works in the place around it. */
  department: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** Who has the stock that lies here; the account itself where nobody else is named. */
  holderAccount: stockParty,
  notes: z.string().nullable(),
  /** Where stock goes that comes without a place; one of the account's places. */
  isDefault: z.boolean(),
  /** Places directly inside it. */
  childCount: z.int(),
  /** Items with stock right here, not inside its children. */
  itemCount: z.int(),
  version: z.int(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type StorageLocationRow = z.output<typeof storageLocationRow>;

/** One place with the places directly inside it. */
export const storageLocation = storageLocationRow.extend({
  children: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      type: z.enum(typeCodes),
      reservationState: placeStates.code,
      isClosed: z.boolean(),
      childCount: z.int(),
      itemCount: z.int(),
    }),
  ),
  /** Places inside it at any depth. */
  descendantCount: z.int(),
  /** Items with stock here or in any place inside it. */
  itemCountBelow: z.int(),
});
export type StorageLocation = z.output<typeof storageLocation>;

/** A place of the tree; the places of one parent follow one another by name, A-2 before A-10. */
export const storageLocationNode = z.object({
  id: z.string(),
  name: z.string(),
  type: z.enum(typeCodes),
  parentID: z.string().nullable(),
  /** 0 for a root. */
  depth: z.int(),
  fullName: z.string(),
  reservationState: placeStates.code,
  isClosed: z.boolean(),
  isPromisable: z.boolean(),
  /** Null where it is the account itself. */
  holderName: z.string().nullable(),
  isDefault: z.boolean(),
  childCount: z.int(),
  itemCount: z.int(),
});
export type StorageLocationNode = z.output<typeof storageLocationNode>;

/** Body of `createStorageLocation`. */
export const createStorageLocationBody = z.strictObject({
  name: nameOfLocation,
  type: locationType.default('bin'),
  parentID: storageLocationReference.nullish(),
  reservationState: reservationState.default('open'),
  /** Absent: false for a dock, packing and quarantine, true for every other place. */
  isPromisable: z.boolean().optional(),
  /** Places inside it have the same where they name none. */
  departmentID: departmentReference.nullish(),
  /** A customer or supplier; null is the account itself. */
  holderAccountID: z.string().max(100).nullish(),
  notes: noteText.nullish(),
  /** True takes it from the place that was the default. */
  isDefault: z.boolean().default(false),
});
export type CreateStorageLocationInput = z.output<typeof createStorageLocationBody>;

/** Body of `updateStorageLocation`. A new parent moves the place with all that is inside it; null makes it a root. */
export const updateStorageLocationBody = z.strictObject({
  name: nameOfLocation.optional(),
  type: locationType.optional(),
  parentID: storageLocationReference.nullish(),
  reservationState: reservationState.optional(),
  isPromisable: z.boolean().optional(),
  departmentID: departmentReference.nullish(),
  holderAccountID: z.string().max(100).nullish(),
  notes: noteText.nullish(),
  /** There is always a default place: it changes by making another one the default. */
  isDefault: z.literal(true, { error: 'Make another place the default instead' }).optional(),
  version: z.int().optional(),
});
export type UpdateStorageLocationInput = z.output<typeof updateStorageLocationBody>;

const locationFilters = {
  types: repeated(locationType),
  /** Places directly inside this one. */
  parentID: filterValue(z.string()),
  /** Places inside this one at any depth, itself left out. */
  insideID: filterValue(z.string()),
  reservationStates: repeated(reservationState),
  /** Who has the stock; the account's own id for its own places. */
  holderAccountIDs: repeated(z.string()),
  /** Whether it has no parent. */
  isRoot: booleanText,
  /** Whether stock lies right there. */
  hasStock: booleanText,
};

/** Text search and filters of the list, for bulk actions over everything that matches. */
export const locationFilter = z.strictObject({ query: filterValue(singleLine(200)), ...locationFilters });
export type LocationFilter = z.output<typeof locationFilter>;

/** Places by name, or as sorted. `query` finds what `matchPlaces` means by it, the best first: 'crib a 1'. */
export const listStorageLocations = endpoint({
  name: 'listStorageLocations',
  method: 'GET',
  path: '/v1/locations',
  permission: 'storage_locations:read',
  summary: 'Lists storage locations.',
  query: listQuery({ sortBy: ['name', 'fullName', 'type', 'reservationState', 'createdAt'], filters: locationFilters }),
  reply: listOf(storageLocationRow),
});

/** All places in the order of the tree, each parent before its children, in one answer. */
export const getStorageLocationTree = endpoint({
  name: 'getStorageLocationTree',
  method: 'GET',
  path: '/v1/locations/tree',
  permission: 'storage_locations:read',
  summary: 'Reads the whole tree of storage locations.',
  reply: listOf(storageLocationNode),
});

/** The kinds of places, from the outside in. */
export const listStorageLocationTypes = endpoint({
  name: 'listStorageLocationTypes',
  method: 'GET',
  path: '/v1/locations/types',
  permission: 'storage_locations:read',
  summary: 'Lists the types of storage locations.',
  reply: listOf(z.object({ code: z.enum(typeCodes), name: z.string() })),
});

/** One place. */
export const getStorageLocation = endpoint({
  name: 'getStorageLocation',
  method: 'GET',
  path: '/v1/locations/{locationID}',
  permission: 'storage_locations:read',
  summary: 'Reads a storage location.',
  reply: storageLocation,
});

/** Adds a place; a name that its parent has is 409 `duplicate`. */
export const createStorageLocation = endpoint({
  name: 'createStorageLocation',
  method: 'POST',
  path: '/v1/locations',
  permission: 'storage_locations:create',
  summary: 'Creates a storage location.',
  body: createStorageLocationBody,
  reply: storageLocation,
});

/**
 * Changes or moves a place. 409 `location_cycle` for a parent inside the place itself, 409 `default_location` for a
 * default place that would not be open, in itself or because a place around it is closed. A place may be closed while
 * stock lies in it or in places inside it: that stock is frozen until it opens again, and promised to nobody. Promises
 * that have no other stock are taken back (`inventory.stock.short`); `getClosingEffects` says which, before.
 */
export const updateStorageLocation = endpoint({
  name: 'updateStorageLocation',
  method: 'PATCH',
  path: '/v1/locations/{locationID}',
  permission: 'storage_locations:update',
  summary: 'Changes or moves a storage location.',
  body: updateStorageLocationBody,
  reply: storageLocation,
});

/** What closing a place would do. */
export const closingEffects = z.object({
  /** Places that would be closed: itself and those inside it that are not closed yet. */
  placeCount: z.int(),
  /** Items whose stock could not leave any more. */
  itemCount: z.int(),
  /** Promises that have no other stock and would be taken back, holds before documents, in the item's default unit. */
  freedPromises: z.array(
    z.object({
      item: stockItem,
      /** `hold` for orders that are being typed, else the type of the document. */
      type: z.string(),
      /** Null for holds. */
      id: z.string().nullable(),
      number: z.string().nullable(),
      quantity,
    }),
  ),
});
export type ClosingEffects = z.output<typeof closingEffects>;

/** What closing a place takes from promises, before it is closed; writes nothing. */
export const getClosingEffects = endpoint({
  name: 'getClosingEffects',
  method: 'GET',
  path: '/v1/locations/{locationID}/closing',
  permission: 'storage_locations:update',
  summary: 'Says what closing a storage location would take back.',
  reply: closingEffects,
});

/**
 * Deletes a place without children that never had stock, else 409 `in_use`; the default place is 409
 * `default_location`.
 */
export const deleteStorageLocation = endpoint({
  name: 'deleteStorageLocation',
  method: 'DELETE',
  path: '/v1/locations/{locationID}',
  permission: 'storage_locations:delete',
  summary: 'Deletes a storage location.',
  reply: noContent,
});

const namesPattern = requiredLine(100, 'Names are required').superRefine((pattern, context) => {
  try {
    expandNames(pattern);
  } catch (error) {
    if (!(error instanceof NamePatternError)) throw error;
    context.addIssue({ code: 'custom', message: error.message });
  }
  if (!isLocationName(pattern)) context.addIssue({ code: 'custom', message: slashApart });
});

/** Body of `bulkCreateStorageLocations`. */
export const bulkCreateStorageLocationsBody = z.strictObject({
  /** Where the first level goes; null or absent for roots. */
  parentID: storageLocationReference.nullish(),
  /** From the outside in: each name of a level gets all names of the next one inside it. */
  levels: z
    .array(
      z.strictObject({
        type: locationType,
        /** `A-{01..12}`: see `expandNames`. */
        names: namesPattern,
      }),
    )
    .min(1, { error: 'There must be a level' })
    .max(5, { error: 'At most 5 levels' }),
  reservationState: reservationState.default('open'),
});
export type BulkCreateStorageLocationsInput = z.output<typeof bulkCreateStorageLocationsBody>;

/**
 * Makes a rack with its shelves and bins, up to 5,000 places; those that exist stay as they are and get what is missing
 * inside.
 */
export const bulkCreateStorageLocations = endpoint({
  name: 'bulkCreateStorageLocations',
  method: 'POST',
  path: '/v1/locations/actions/bulk-create',
  isLong: true,
  permission: 'storage_locations:create',
  summary: `Creates up to ${largestLocationBulk} storage locations by patterns of names.`,
  body: bulkCreateStorageLocationsBody,
  reply: z.object({
    createdCount: z.int(),
    existingCount: z.int(),
    /** Places of the first level, made or found. */
    items: z.array(storageLocationSummary),
  }),
});

/** What lies in a place of an item, by owner and lot. */
export const locationStockRow = z.object({
  /** `bal_...` */
  id: z.string(),
  item: stockItem,
  ownerAccount: stockParty,
  storageLocation: storageLocationSummary,
  lot: z.object({ id: z.string(), lotNumber: z.string(), expiresOn: z.string().nullable() }).nullable(),
  /** In the item's default unit. */
  quantity,
  /** When it last changed. */
  updatedAt: z.iso.datetime(),
});
export type LocationStockRow = z.output<typeof locationStockRow>;

/** What lies in a place, by SKU; `isBelowIncluded` adds the places inside it. `query` finds items. */
export const listLocationStock = endpoint({
  name: 'listLocationStock',
  method: 'GET',
  path: '/v1/locations/{locationID}/stock',
  permission: 'inventory:read',
  summary: 'Lists what lies in a storage location.',
  query: listQuery({
    sortBy: ['sku', 'location', 'updatedAt'],
    filters: {
      isBelowIncluded: booleanText,
      itemIDs: repeated(z.string()),
      types: repeated(z.enum(itemTypes)),
      lotIDs: repeated(z.string()),
      customerIDs: repeated(z.string()),
      /** Exact lot number, as people enter it. */
      lotNumber: filterValue(singleLine(60)),
    },
  }),
  reply: listOf(locationStockRow),
});
