import { defineProblems } from '@millwright/core/contracts';

/** Refusals of storage locations, besides the kernel's `duplicate`, `in_use` and `stale_version`. */
export const locationProblems = defineProblems({
  /** A place cannot be inside itself at any depth. */
  location_cycle: { status: 409, message: 'A place cannot be inside itself' },
  /** Stock without a named place goes to the default place, so there must always be one. */
  default_location: { status: 409, message: 'This is the default place: make another one the default first' },
});
