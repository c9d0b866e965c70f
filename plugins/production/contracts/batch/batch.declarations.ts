import { defineProblems, recordDeclarations } from '@millwright/core/contracts';
import { batches } from './batch.contract.ts';

/** Permissions, record type and screens of batches, and the live board. */
export const batchDeclarations = recordDeclarations(batches, {
  rights: {
    group: 'scanning',
    description: 'What is being made: starting, moving, splitting, merging and closing.',
    defaults: { user: 'crud', scanner: 'crud' },
  },
  listTitle: 'Batch flow',
  nav: { section: 'Make', order: 37, icon: 'steps' },
  record: { untold: 'Its scans are kept as events, which its screen shows; what is planned can be planned anew' },
  hasForm: false,
  moreScreens: [
    {
      name: 'live-board',
      path: '/dashboard/live-board',
      title: 'Live board',
      needs: ['batches:read', 'scanning_stations:read'],
      nav: { section: 'Make', order: 35, icon: 'monitor' },
    },
  ],
});

/** Refusals of scans (spec operations section 8), with messages for the person at the station. */
export const scanProblems = defineProblems({
  batch_not_found: { status: 404, message: 'No batch has this code. Scan the label again, or type its number.' },
  production_step_not_found: { status: 404, message: 'This station does not do that step.' },
  /** The batch does not flow into the step. */
  batch_model_interface_mismatch: { status: 409, message: 'This batch does not go into that step.' },
  /** Parts are missing, or the batches to be merged differ. */
  batch_parts_mismatch: { status: 409, message: 'These batches do not fit together.' },
  /**
   * The quantity does not give a whole number of the step's product; `details.largest` is the largest one that does.
   */
  batch_units_mismatch: { status: 409, message: 'This quantity does not divide. Split the batch first.' },
  batch_delete_failed: { status: 409, message: 'Only a planned batch can be deleted: this one was started.' },
  /** The state of the batch, the station, or the time does not allow the scan; the message gives the reason. */
  scan_rejected: { status: 409, message: 'This scan cannot be done now.' },
  /** The scan's time is impossible. */
  scan_time: { status: 400, message: 'The clock of the device is wrong: set it.' },
  /** Another refusal; `details.cause` has its code. */
  unknown_scan_error: { status: 409, message: 'The scan was not done. Call your supervisor.' },
});
