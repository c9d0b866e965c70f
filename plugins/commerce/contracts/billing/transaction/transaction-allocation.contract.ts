import {
  booleanText,
  endpoint,
  filterValue,
  isoDate,
  listOf,
  listQuery,
  noContent,
  noteText,
  positiveMoney,
  repeated,
} from '@millwright/core/contracts';
import { z } from 'zod';
import { allocationView } from '../invoice/invoice.contract.ts';

const ids = repeated(z.string().max(100));

/** Allocations, the newest first, including those taken back unless `isUnapplied` is given. */
export const listTransactionAllocations = endpoint({
  name: 'listTransactionAllocations',
  method: 'GET',
  path: '/v1/transaction-allocations',
  permission: 'transactions:read',
  summary: 'Lists what of credits covers what.',
  query: listQuery({
    sortBy: ['appliedOn', 'amount', 'createdAt'],
    filters: {
      transactionIDs: ids,
      invoiceIDs: ids,
      debitIDs: ids,
      customerIDs: ids,
      settlementIDs: ids,
      isUnapplied: booleanText,
      startDate: filterValue(isoDate),
      endDate: filterValue(isoDate),
    },
  }),
  reply: listOf(allocationView),
});

/** Body of `updateTransactionAllocation`. */
export const updateTransactionAllocationBody = z.strictObject({
  amount: positiveMoney.optional(),
  note: noteText.nullish(),
});

/**
 * Takes an allocation back and writes a new one with another amount or note; the answer has a new id. 409
 * `allocation_exceeds` with the allowed amount, `allocation_undone` if it was taken back before.
 */
export const updateTransactionAllocation = endpoint({
  name: 'updateTransactionAllocation',
  method: 'PATCH',
  path: '/v1/transaction-allocations/{transactionAllocationID}',
  permission: 'transactions:update',
  summary: 'Changes an allocation.',
  body: updateTransactionAllocationBody,
  reply: allocationView,
});

/** Takes an allocation back as of today. */
export const deleteTransactionAllocation = endpoint({
  name: 'deleteTransactionAllocation',
  method: 'DELETE',
  path: '/v1/transaction-allocations/{transactionAllocationID}',
  permission: 'transactions:update',
  summary: 'Takes an allocation back.',
  reply: noContent,
});
