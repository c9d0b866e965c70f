import { decimal, endpoint, enteredNumber, requiredLine } from '@millwright/core/contracts';
import { z } from 'zod';
import {
  enteredLotNumber,
  stockOwner,
  stockPlace,
  stockReason,
} from '../../stock/item-inventory/item-inventory.contract.ts';

/** Most rows of one call; more of them are a file for `POST /v1/imports`. */
export const largestReconcile = 10_000;

/** `force` makes the stock what was counted; `addition` adds to it, or takes away below 0. */
export const reconcileTypes = ['force', 'addition'] as const;
export type ReconcileType = (typeof reconcileTypes)[number];

const notANumber = 'Quantity must be a valid number';

/**
 * A counted amount as decimal text: texts may part thousands by commas, nothing counts as 0 (spec operations section
 * 8).
 */
export const countedQuantity = z
  .union([z.number(), z.string().max(40, { error: 'Invalid number format' }), z.null()], { error: notANumber })
  .optional()
  .transform((entered, check) => {
    if (entered === undefined || entered === null || `${entered}`.trim() === '') return '0';
    const read = enteredNumber(typeof entered === 'number' ? decimal(entered).toFixed() : entered);
    if ('value' in read) return read.value;
    check.addIssue({ code: 'custom', message: read.error });
    return z.NEVER;
  });

/** A row of a count. */
export const reconcileRow = z.strictObject({
  sku: requiredLine(100, 'SKU is required'),
  /** Name of a unit of the item's group: `each`, `ct10ea`. */
  unit: requiredLine(100, 'Unit is required'),
  quantity: countedQuantity,
  /** Absent: that of the whole call, else the item in all places. */
  storageLocationID: stockPlace,
  /** The same as people write it: 'Tool Crib / A / 1'. */
  storageLocation: z.string().trim().max(1000).optional(),
  /**
   * Absent: any lot, or stock without lot where another row of the same item and place names one; '' and null: stock
   * without lot.
   */
  lotNumber: enteredLotNumber,
  /** Whose stock it is. */
  customerID: stockOwner,
  /**
   * What the books said to who counted, in the item's default unit: the answer tells where they say something else by
   * now.
   */
  expected: z.number({ error: 'Must be a number' }).optional(),
});
export type ReconcileRow = z.output<typeof reconcileRow>;

/** A promise that a count takes back, because less is there than was promised. */
export const freedPromise = z.object({
  /** `hold` for orders that are being typed, else the type of the document. */
  type: z.string(),
  /** Null for holds. */
  id: z.string().nullable(),
  number: z.string().nullable(),
  /** In the unit of the row. */
  quantity: z.number(),
});
export type FreedPromise = z.output<typeof freedPromise>;

/** What a row does, in its unit. */
export const reconciledItem = z.object({
  /** Position in the request, from 0. */
  index: z.int(),
  itemID: z.string(),
  sku: z.string(),
  unit: z.string(),
  before: z.number(),
  after: z.number(),
  difference: z.number(),
  /** What the stock is worth more or less, at the cost of its layers. */
  valueDifference: z.number(),
  /**
   * Stock that moved since it was counted, in the item's default unit; null where it did not, or nothing was expected.
   */
  movedSince: z.object({ expected: z.number(), now: z.number(), unit: z.string() }).nullable(),
  /** At the first row of an item that loses stock. */
  freedPromises: z.array(freedPromise),
});
export type ReconciledItem = z.output<typeof reconciledItem>;

/**
 * Counts many items at once: all rows or none. Rows without a place count the item in all places: a surplus comes to
 * the default place, what is missing is taken from the oldest stock. A count is a fact: where it leaves less than is
 * promised, promises are taken back. What was written is a change set and can be undone; a dry run writes nothing. 400
 * `invalid_input` with `data.N.field` for each row that cannot be read.
 */
export const bulkReconcile = endpoint({
  name: 'bulkReconcile',
  method: 'POST',
  path: '/v1/items/actions/bulk-reconcile',
  isLong: true,
  permission: 'inventory:update',
  summary: 'Counts many items.',
  bodyLimit: largestReconcile * 1_000,
  body: z.strictObject({
    data: z
      .array(reconcileRow)
      .min(1, { error: 'There is nothing to count' })
      .max(largestReconcile, { error: `At most ${largestReconcile} rows at a time; import a file instead` }),
    reconcileType: z.enum(reconcileTypes, { error: 'Must be addition or force' }).default('force'),
    /** Where rows lie that name no place. */
    storageLocationID: stockPlace,
    reason: stockReason,
    dryRun: z.boolean({ error: 'Must be true or false' }).default(false),
  }),
  reply: z.object({
    /** Null for dry runs, and where all was as it was counted. */
    changeSetID: z.string().nullable(),
    items: z.array(reconciledItem),
    /** Rows that change something. */
    changed: z.int(),
    valueDifference: z.number(),
  }),
});
