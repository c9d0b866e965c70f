import { definePermissions, defineProblems, defineRecords, defineScreenList } from '@millwright/core/contracts';

export const batchPermissions = definePermissions([
  {
    code: 'batches',
    name: 'Batches',
    group: 'scanning',
    description: 'What is being made: starting, moving, splitting, merging and closing.',
    defaults: { user: 'crud', scanner: 'crud' },
  },
]);

export const batchRecordTypes = defineRecords([
  {
    type: 'batch',
    prefix: 'bat',
    label: 'Batch',
    permission: 'batches:read',
    path: '/dashboard/batch-flow/{id}',
    untold: 'Its scans are kept as events, which its screen shows; what is planned can be planned anew',
  },
]);

/** What a scan is refused with (spec operations section 8), each with a sentence for who stands at the station. */
export const scanProblems = defineProblems({
  batch_not_found: { status: 404, message: 'No batch has this code. Scan the label again, or type its number.' },
  production_step_not_found: { status: 404, message: 'This station does not do that step.' },
  /** The batch does not go into the step. */
  batch_model_interface_mismatch: { status: 409, message: 'This batch does not go into that step.' },
  /** Parts are missing, or batches differ that shall become one. */
  batch_parts_mismatch: { status: 409, message: 'These batches do not fit together.' },
  /** Not a whole number of what the step makes; `details.largest` is the most that divides. */
  batch_units_mismatch: { status: 409, message: 'This quantity does not divide. Split the batch first.' },
  batch_delete_failed: { status: 409, message: 'Only a planned batch can be deleted: this one was started.' },
  /** The batch, the station or the clock says no; the message says why. */
  scan_rejected: { status: 409, message: 'This scan cannot be done now.' },
  /** When it was scanned cannot be. */
  scan_time: { status: 400, message: 'The clock of the device is wrong: set it.' },
  /** Something else refused; `details.cause` has its code. */
  unknown_scan_error: { status: 409, message: 'The scan was not done. Call your supervisor.' },
});

export const batchScreens = defineScreenList([
  {
    name: 'live-board',
    path: '/dashboard/live-board',
    title: 'Live board',
    needs: ['batches:read', 'scanning_stations:read'],
    nav: { section: 'Make', order: 35, icon: 'monitor' },
  },
  {
    name: 'batch-flow',
    path: '/dashboard/batch-flow',
    title: 'Batch flow',
    needs: ['batches:read'],
    nav: { section: 'Make', order: 37, icon: 'steps' },
  },
  {
    name: 'batch-flow-of',
    path: '/dashboard/batch-flow/:batchID',
    title: 'Batch',
    needs: ['batches:read'],
  },
]);
