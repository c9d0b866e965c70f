import { defineProblems } from '@millwright/core/contracts';

/** What production steps refuse, beside the kernel's `duplicate`, `in_use` and `stale_version`. */
export const productionStepProblems = defineProblems({
  /** A service or a charge is not made of anything. */
  invalid_production_type: { status: 400, message: 'Invalid production type' },
  /** A service or a charge does not lie in stock, and a step does not use up what it makes. */
  invalid_consumption_type: { status: 400, message: 'Invalid consumption type' },
  /** What an item's steps cost is asked, and the step lacks time or rates. */
  step_cost_not_found: { status: 409, message: 'Step cost not found.' },
});
