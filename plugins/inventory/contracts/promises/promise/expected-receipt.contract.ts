import {
  booleanText,
  businessDate,
  crudEndpoints,
  endpoint,
  filterValue,
  isoDate,
  isoDateTime,
  nameLine,
  nonNegativeMeasure,
  noteText,
  quantity,
  quantityInput,
  repeated,
  shownPrice,
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

const unitCost = nonNegativeMeasure;

/**
 * Stock that is to come on a day, as staff enter it; from then on it can be promised for its day. 409 `in_use` for
 * deleting one of which something has come: it can be closed.
 */
export const expectedReceipts = crudEndpoints({
  one: 'ExpectedReceipt',
  many: 'ExpectedReceipts',
  words: ['expected receipt', 'expected receipts'],
  path: '/v1/expected-receipts',
  domain: 'inventory',
  prefix: 'exr',
  row: {
    item: stockItem,
    /** As entered; the other quantities are in the same unit. */
    quantity,
    received: quantity,
    /** What is still to come; 0 where it is closed. */
    open: quantity,
    expectedOn: z.iso.date(),
    /** Open, and due before today. */
    isLate: z.boolean(),
    isOpen: z.boolean(),
    /** Cost of one default unit, where it is known. */
    unitCost: shownPrice.nullable(),
    /** Where it will go; null for the default place. */
    storageLocation: storageLocationSummary.nullable(),
    note: z.string().nullable(),
    closedAt: z.iso.datetime().nullable(),
  },
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
  body: {
    itemID: itemReference,
    /** A bare number is in the item's default unit. */
    quantity: quantityInput,
    expectedOn: businessDate,
    /** Of one default unit. */
    unitCost: unitCost.nullish(),
    storageLocationID: storageLocationReference.nullish(),
    note: noteText.nullish(),
  },
  fixed: ['itemID'],
  /** False says that nothing more will come. */
  changes: { isOpen: z.boolean().optional() },
});

export const {
  list: listExpectedReceipts,
  get: getExpectedReceipt,
  create: createExpectedReceipt,
  update: updateExpectedReceipt,
  remove: deleteExpectedReceipt,
  createBody: createExpectedReceiptBody,
} = expectedReceipts;
export type ExpectedReceipt = z.output<typeof expectedReceipts.row>;
export type CreateExpectedReceiptInput = z.output<typeof createExpectedReceiptBody>;
export type UpdateExpectedReceiptInput = z.output<typeof expectedReceipts.updateBody>;

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
  reply: expectedReceipts.row,
});
