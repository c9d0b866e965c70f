import {
  booleanText,
  crudEndpoints,
  endpoint,
  filterValue,
  idOf,
  listOf,
  listQuery,
  namedCode,
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
import { placeStates, storageLocationTypes } from './location-types.ts';

/** Id of a storage location in requests. */
export const storageLocationReference = idOf('loc', 'Storage location is required');

export const locationType = namedCode(storageLocationTypes);
export const reservationState = placeStates.code;
const slashApart = 'A slash with spaces around it parts the names of a path; write the name without';
const nameOfLocation = requiredLine(100, 'Name is required')
  .overwrite((name) => name.replaceAll(/\s+/g, ' '))
  .refine(isLocationName, { error: slashApart });

/** An item in rows of stock. */
export const stockItem = z.object({
  id: z.string(),
  sku: z.string(),
  type: z.enum(itemTypes),
  description: z.string(),
});
export type StockItem = z.output<typeof stockItem>;

/** A business that owns or holds stock; `isSelf` for the account itself. */
export const stockParty = z.object({ id: z.string(), name: z.string(), isSelf: z.boolean() });
export type StockParty = z.output<typeof stockParty>;

/** A place in other records; `fullName` is its path: 'Tool Crib / A / 1'. */
export const storageLocationSummary = z.object({ id: z.string(), name: z.string(), fullName: z.string() });
export type StorageLocationSummary = z.output<typeof storageLocationSummary>;

/** A place of the tree; the places of one parent are ordered by name, A-2 before A-10. */
export const storageLocationNode = z.object({
  id: z.string(),
  name: z.string(),
  type: locationType,
  parentID: z.string().nullable(),
  /** 0 for a root. */
  depth: z.int(),
  fullName: z.string(),
  reservationState: placeStates.code,
  isClosed: z.boolean(),
  isPromisable: z.boolean(),
  /** Null if the account itself is the holder. */
  holderName: z.string().nullable(),
  isDefault: z.boolean(),
  childCount: z.int(),
  itemCount: z.int(),
});
export type StorageLocationNode = z.output<typeof storageLocationNode>;

/** A place where stock lies (spec operations section 3), in lists. */
const listRow = {
  /** Unique among the places of its parent. */
  name: z.string(),
  /** A code of `GET /v1/locations/types`. */
  type: locationType,
  parent: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** Names from the root on, the place's own last. */
  path: z.array(z.string()),
  fullName: z.string(),
  /**
   * `open`: stock is used everywhere. `reserved`: stock is taken from and put into the place only if the place is
   * named. `closed`: no stock moves in or out, and none of it is promised.
   */
  reservationState: placeStates.code,
  /** Whether stock cannot move in or out: the place or a place around it is closed. */
  isClosed: z.boolean(),
  /**
   * Whether stock of the place is promised. False for dock, packing and quarantine, where stock is taken and put only
   * if the place is named.
   */
  isPromisable: z.boolean(),
  /** The department that works here; null if it is the one of the place around it. */
  department: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** The holder of the stock in the place; the account itself by default. */
  holderAccount: stockParty,
  notes: z.string().nullable(),
  /** Whether stock without a named place goes here; true for one place of the account. */
  isDefault: z.boolean(),
  /** Places directly inside it. */
  childCount: z.int(),
  /** Items with stock in the place itself, not in places inside it. */
  itemCount: z.int(),
};

const locationFilters = {
  types: repeated(locationType),
  /** Places directly inside this one. */
  parentID: filterValue(z.string()),
  /** Places inside this one at any depth, without the place itself. */
  insideID: filterValue(z.string()),
  reservationStates: repeated(reservationState),
  /** Holders of the stock; the account's own id for its own places. */
  holderAccountIDs: repeated(z.string()),
  /** Whether the place has no parent. */
  isRoot: booleanText,
  /** Whether stock lies in the place itself. */
  hasStock: booleanText,
};

/** Text search and filters of the list, for bulk actions over everything that matches. */
export const locationFilter = z.strictObject({ query: filterValue(singleLine(200)), ...locationFilters });
export type LocationFilter = z.output<typeof locationFilter>;

/**
 * Places where stock lies, by name. `query` matches as in `matchPlaces`, the best first: 'crib a 1'. 409 `duplicate` if
 * the parent has a place of that name. A new parent moves a place with everything inside it, null makes it a root; 409
 * `location_cycle` for a parent inside the place itself; 409 `default_location` if the default place would become
 * closed, by itself or by a place around it, or be deleted. A place can be closed with stock in it: the stock cannot
 * move until the place opens, and is not promised. Promises without other stock are taken back
 * (`inventory.stock.short`); `getClosingEffects` previews them. 409 `in_use` for deleting a place that has places
 * inside it or ever had stock.
 */
export const storageLocations = crudEndpoints({
  one: 'StorageLocation',
  many: 'StorageLocations',
  words: ['storage location', 'storage locations'],
  path: '/v1/locations',
  id: 'locationID',
  domain: 'storage_locations',
  prefix: 'loc',
  home: '/dashboard/storage-locations',
  row: {
    ...listRow,
    children: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        type: locationType,
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
  },
  listRow,
  sortBy: ['name', 'fullName', 'type', 'reservationState', 'createdAt'],
  filters: locationFilters,
  body: {
    name: nameOfLocation,
    type: locationType.default('bin'),
    parentID: storageLocationReference.nullish(),
    reservationState: reservationState.default('open'),
    /** Default: false for a dock, packing and quarantine, true for every other place. */
    isPromisable: z.boolean().optional(),
    /** Places inside it without a department inherit it. */
    departmentID: departmentReference.nullish(),
    /** A customer or supplier; null for the account itself. */
    holderAccountID: z.string().max(100).nullish(),
    notes: noteText.nullish(),
    /** True makes it the default in place of the present one. */
    isDefault: z.boolean().default(false),
  },
  changes: {
    /** There is always a default place; it is changed by making another place the default. */
    isDefault: z.literal(true, { error: 'Make another place the default instead' }).optional(),
  },
});

export const {
  list: listStorageLocations,
  get: getStorageLocation,
  create: createStorageLocation,
  update: updateStorageLocation,
  remove: deleteStorageLocation,
} = storageLocations;
export type StorageLocation = z.output<typeof storageLocations.row>;
export type StorageLocationRow = z.output<typeof storageLocations.listRow>;
export type CreateStorageLocationInput = z.output<typeof storageLocations.createBody>;
export type UpdateStorageLocationInput = z.output<typeof storageLocations.updateBody>;

/** All places in tree order, each parent before its children, in one answer. */
export const getStorageLocationTree = endpoint({
  name: 'getStorageLocationTree',
  method: 'GET',
  path: '/v1/locations/tree',
  permission: 'storage_locations:read',
  summary: 'Reads the whole tree of storage locations.',
  reply: listOf(storageLocationNode),
});

/** The types of places, from the outermost to the innermost. */
export const listStorageLocationTypes = endpoint({
  name: 'listStorageLocationTypes',
  method: 'GET',
  path: '/v1/locations/types',
  permission: 'storage_locations:read',
  summary: 'Lists the types of storage locations.',
  reply: listOf(z.object({ code: locationType, name: z.string() })),
});

/** The effects of closing a place. */
export const closingEffects = z.object({
  /** Number of places that would close: the place, and those inside it that are not closed yet. */
  placeCount: z.int(),
  /** Items with stock that could not leave any more. */
  itemCount: z.int(),
  /**
   * Promises that would be taken back because there is no other stock, holds before documents, in the item's default
   * unit.
   */
  freedPromises: z.array(
    z.object({
      item: stockItem,
      /** `hold` for orders in progress, else the document's record type. */
      type: z.string(),
      /** Null for holds. */
      id: z.string().nullable(),
      number: z.string().nullable(),
      quantity,
    }),
  ),
});
export type ClosingEffects = z.output<typeof closingEffects>;

/** Previews the promises that closing a place would take back; writes nothing. */
export const getClosingEffects = endpoint({
  name: 'getClosingEffects',
  method: 'GET',
  path: '/v1/locations/{locationID}/closing',
  permission: 'storage_locations:update',
  summary: 'Says what closing a storage location would take back.',
  reply: closingEffects,
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
  /** Parent of the first level; null or absent for roots. */
  parentID: storageLocationReference.nullish(),
  /** From the outermost to the innermost: each place of a level gets all names of the next level inside it. */
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
 * Creates a rack with its shelves and bins, up to 5,000 places; existing places stay unchanged and get the missing
 * places inside.
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
    /** Places of the first level, new and existing. */
    items: z.array(storageLocationSummary),
  }),
});

/** Stock of an item in a place, by owner and lot. */
export const locationStockRow = z.object({
  /** `bal_...` */
  id: z.string(),
  item: stockItem,
  ownerAccount: stockParty,
  storageLocation: storageLocationSummary,
  lot: z.object({ id: z.string(), lotNumber: z.string(), expiresOn: z.string().nullable() }).nullable(),
  /** In the item's default unit. */
  quantity,
  /** Time of the last change. */
  updatedAt: z.iso.datetime(),
});
export type LocationStockRow = z.output<typeof locationStockRow>;

/** Stock in a place, by SKU; `isBelowIncluded` adds the places inside it. `query` matches items. */
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
      /** Exact lot number, as entered. */
      lotNumber: filterValue(singleLine(60)),
    },
  }),
  reply: listOf(locationStockRow),
});
