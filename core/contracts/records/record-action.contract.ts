import { z } from 'zod';
import { measure, nonNegativeMeasure, quantity, rate } from '../amounts/quantity.ts';
import { endpoint } from '../endpoints/endpoint.ts';
import { defineProblems } from '../endpoints/problem.ts';
import { requiredLine } from '../texts/text.ts';

/** Refusals of calls that name a record by its type. */
export const recordProblems = defineProblems({
  unknown_record_type: { status: 400, message: 'There are no records of this type' },
  quantity_type_not_defined: { status: 400, message: 'Quantity type is not defined' },
});

const ownRight = 'The record type names the right that is needed; it is checked for the record';
const recordType = requiredLine(80, 'Type is required');
const unit = z.string({ error: 'Unit is required' }).min(1, { error: 'Unit is required' }).max(100).optional();

/**
 * Whether a record of this type and number exists (spec commerce section 7, Misc). Only a hint for forms; the write
 * itself checks again.
 */
export const checkDuplicates = endpoint({
  name: 'checkDuplicates',
  method: 'PUT',
  path: '/v1/actions/check-duplicates',
  reads: true,
  summary: 'Asks whether a record number is in use.',
  signedIn: ownRight,
  body: z.strictObject({
    type: recordType,
    data: z.strictObject({
      recordNumber: requiredLine(100, 'Record number is required'),
      /** Only records of this customer count: two customers may use the same purchase order number. */
      customerID: z.string().max(100).optional(),
    }),
  }),
  reply: z.object({ isDuplicate: z.boolean(), message: z.string() }),
});

/** The record of a quantity or rate. Both fields are optional but must agree with the id. */
const owner = { objectID: z.string().max(100).optional(), objectType: recordType };

/** Changes a quantity of a record by the quantity's own id `qty_<record>.<field>` (spec operations section 7). */
export const updateQuantity = endpoint({
  name: 'updateQuantity',
  method: 'PATCH',
  path: '/v1/quantities/{quantityID}',
  summary: 'Changes a quantity of a record.',
  signedIn: ownRight,
  body: z.strictObject({ data: z.strictObject({ measure, unitID: unit }), ...owner }),
  reply: quantity,
});

/** Changes a rate of a record by the rate's own id `rate_<record>.<field>` (spec operations section 7). */
export const updateRate = endpoint({
  name: 'updateRate',
  method: 'PATCH',
  path: '/v1/rates/{rateID}',
  summary: 'Changes a rate of a record.',
  signedIn: ownRight,
  body: z.strictObject({
    data: z.strictObject({ value: nonNegativeMeasure, unitID: unit, perUnitID: unit }),
    ...owner,
  }),
  reply: rate,
});
