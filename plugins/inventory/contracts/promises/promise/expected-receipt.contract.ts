import {
  booleanText,
  businessDate,
  endpoint,
  filterValue,
  isoDate,
  isoDateTime,
  listOf,
  listQuery,
  nameLine,
  noContent,
  nonNegativeMeasure,
  noteText,
  quantity,
  quantityInput,
  repeated,
} from '@millwright/core/contracts';
import { z } from 'zod';
import { itemReference } from '../../catalogue/item/item-fields.ts';
import {
  stockItem,
  storageLocationReference,
  storageLocationSummary,
} from '../../locations/storage-location/storage-location.contract.ts';
import { lotNumberInput } from '../../stock/lot/lot.contract.ts';

/** `source_type` of supply that staff enter. */
export const expectedReceiptType = 'expected_receipt';

/** Stock that is to come on a day, as staff enter it. */
export const expectedReceipt = z.object({
  /** `exr_...` */
  id: z.string(),
  item: stockItem,
  /** As entered; the other quantities are in the same unit. */
  quantity,
  received: quantity,
  /** What is still to come; 0 where it is closed. */
  open: quantity,
  expectedOn: z.string(),
  /** Open, and due before today. */
  isLate: z.boolean(),
  isOpen: z.boolean(),
  /** Cost of one default unit, where it is known. */
  unitCost: z.number().nullable(),
  /** Where it will go; null for the default place. */
  storageLocation: storageLocationSummary.nullable(),
  note: z.string().nullable(),
  closedAt: z.iso.datetime().nullable(),
  version: z.int(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type ExpectedReceipt = z.output<typeof expectedReceipt>;

const unitCost = nonNegativeMeasure;

/** Body of `createExpectedReceipt`; a bare quantity is in the item's default unit. */
export const createExpectedReceiptBody = z.strictObject({
  itemID: itemReference,
  quantity: quantityInput,
  expectedOn: businessDate,
  /** Of one default unit. */
  unitCost: unitCost.nullish(),
  storageLocationID: storageLocationReference.nullish(),
  note: noteText.nullish(),
});
export type CreateExpectedReceiptInput = z.output<typeof createExpectedReceiptBody>;

/** Body of `updateExpectedReceipt`; `isOpen` false says that nothing more will come. */
export const updateExpectedReceiptBody = z.strictObject({
  quantity: quantityInput.optional(),
  expectedOn: businessDate.optional(),
  unitCost: unitCost.nullish(),
  storageLocationID: storageLocationReference.nullish(),
  note: noteText.nullish(),
  isOpen: z.boolean().optional(),
  version: z.int().optional(),
});
export type UpdateExpectedReceiptInput = z.output<typeof updateExpectedReceiptBody>;

/** Expected receipts, the earliest first. `query` finds items and notes. */
export const listExpectedReceipts = endpoint({
  name: 'listExpectedReceipts',
  method: 'GET',
  path: '/v1/expected-receipts',
  permission: 'inventory:read',
  summary: 'Lists expected receipts.',
  query: listQuery({
    sortBy: ['expectedOn', 'createdAt'],
    filters: {
      itemIDs: repeated(z.string()),
      storageLocationIDs: repeated(z.string()),
      /** Expected from this day on, and until. */
      startDate: filterValue(isoDate),
      endDate: filterValue(isoDate),
      isOpen: booleanText,
      isLate: booleanText,
    },
  }),
  reply: listOf(expectedReceipt),
});

/** One expected receipt. */
export const getExpectedReceipt = endpoint({
  name: 'getExpectedReceipt',
  method: 'GET',
  path: '/v1/expected-receipts/{expectedReceiptID}',
  permission: 'inventory:read',
  summary: 'Reads an expected receipt.',
  reply: expectedReceipt,
});

/** Adds an expected receipt: from then on its quantity can be promised for its day. */
export const createExpectedReceipt = endpoint({
  name: 'createExpectedReceipt',
  method: 'POST',
  path: '/v1/expected-receipts',
  permission: 'inventory:create',
  summary: 'Creates an expected receipt.',
  body: createExpectedReceiptBody,
  reply: expectedReceipt,
});

/** Changes, closes or reopens an expected receipt. */
export const updateExpectedReceipt = endpoint({
  name: 'updateExpectedReceipt',
  method: 'PATCH',
  path: '/v1/expected-receipts/{expectedReceiptID}',
  permission: 'inventory:update',
  summary: 'Changes an expected receipt.',
  body: updateExpectedReceiptBody,
  reply: expectedReceipt,
});

/** Deletes an expected receipt of which nothing has come; else 409 `in_use`: it can be closed. */
export const deleteExpectedReceipt = endpoint({
  name: 'deleteExpectedReceipt',
  method: 'DELETE',
  path: '/v1/expected-receipts/{expectedReceiptID}',
  permission: 'inventory:delete',
  summary: 'Deletes an expected receipt.',
  reply: noContent,
});

/** Body of `receiveExpectedReceipt`. */
export const receiveExpectedReceiptBody = z.strictObject({
  /** All that is open where it is missing; a bare number is in the item's default unit. */
  quantity: quantityInput.optional(),
  /** Now where it is missing. */
  receivedAt: isoDateTime.optional(),
  lotNumber: lotNumberInput.nullish(),
  /** Of one default unit; that of the expected receipt where it is missing. */
  unitCost: unitCost.nullish(),
  storageLocationID: storageLocationReference.nullish(),
  /** What it came with: a delivery note. */
  reference: nameLine(100).nullish(),
  isComplete: z.boolean().optional(),
});

/**
 * Takes stock in that was expected, all that is open or a part. It closes when all has come, or `isComplete` says that
 * nothing more will. More than was expected may come.
 */
export const receiveExpectedReceipt = endpoint({
  name: 'receiveExpectedReceipt',
  method: 'POST',
  path: '/v1/expected-receipts/{expectedReceiptID}/actions/receive',
  permission: 'inventory:update',
  summary: 'Receives expected stock.',
  body: receiveExpectedReceiptBody,
  reply: expectedReceipt,
});

/** Words and endpoints of expected receipts. */
export const expectedReceipts = {
  type: 'expected_receipt',
  prefix: 'exr',
  words: ['expected receipt', 'expected receipts'],
  list: listExpectedReceipts,
  get: getExpectedReceipt,
  create: createExpectedReceipt,
  update: updateExpectedReceipt,
  remove: deleteExpectedReceipt,
} as const;
