import { definePermissions, defineRecords } from '@millwright/core/contracts';

/** Rights over settlements (spec commerce section 6), with what each role type has out of the box. */
export const settlementPermissions = definePermissions([
  {
    code: 'settlements',
    name: 'Settlements',
    group: 'payments',
    description: 'Transactions allocated to invoices.',
    defaults: { user: 'crud' },
  },
]);

export const settlementRecordTypes = defineRecords([
  {
    type: 'settlement',
    prefix: 'stl',
    label: 'Settlement',
    permission: 'settlements:read',
    path: '/dashboard/account-management/settlements/{id}',
  },
]);
