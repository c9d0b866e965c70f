import { definePermissions, defineRecords, defineScreenList } from '@millwright/core/contracts';

/** Who may do what with sample records. */
export const sampleRecordPermissions = definePermissions([
  {
    code: 'sample_records',
    name: 'Sample records',
    group: 'reports',
    description: 'Sample records of the account.',
    defaults: { user: 'crud', sales_rep: 'r' },
  },
]);

/** Screens of sample records. */
export const sampleRecordScreens = defineScreenList([
  {
    name: 'sample-records',
    path: '/dashboard/x/sample-plugin/sample-records',
    title: 'Sample records',
    needs: ['sample_records:read'],
    nav: { section: 'Sample plugin', order: 10, icon: 'document' },
  },
  {
    name: 'sample-record-create',
    path: '/dashboard/x/sample-plugin/sample-records/create',
    title: 'New sample record',
    needs: ['sample_records:create'],
  },
  {
    name: 'sample-record',
    path: '/dashboard/x/sample-plugin/sample-records/:sampleRecordID',
    title: 'Sample record',
    needs: ['sample_records:read'],
  },
  {
    name: 'sample-record-edit',
    path: '/dashboard/x/sample-plugin/sample-records/:sampleRecordID/edit',
    title: 'Edit sample record',
    needs: ['sample_records:update'],
  },
]);

/** How timeline, palette and files name sample records. */
export const sampleRecordRecords = defineRecords([
  {
    type: 'sample_record',
    prefix: 'smp',
    label: 'Sample record',
    permission: 'sample_records:read',
    path: '/dashboard/x/sample-plugin/sample-records/{id}',
  },
]);
