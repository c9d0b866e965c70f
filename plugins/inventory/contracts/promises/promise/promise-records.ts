import { defineRecords } from '@millwright/core/contracts';

/** Records of the promise ledger that generic parts can name. */
export const promiseRecords = defineRecords([
  {
    type: 'expected_receipt',
    prefix: 'exr',
    label: 'Expected receipt',
    permission: 'inventory:read',
    path: '/dashboard/expected-receipts/{id}',
  },
]);
