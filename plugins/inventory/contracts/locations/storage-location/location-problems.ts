import { defineProblems } from '@millwright/core/contracts';

/** What storage locations refuse, beside the kernel's `duplicate`, `in_use` and `stale_version`. */
export const locationProblems = defineProblems({
  /** A place is never inside itself, at whatever depth. */
  location_cycle: { status: 409, message: 'A place cannot be inside itself' },
  /** Stock that comes without a place always has somewhere to go. */
  default_location: { status: 409, message: 'This is the default place: make another one the default first' },
});
