import { defineProblems } from '@millwright/core/contracts';

/** Refusals of production steps, besides the kernel's `duplicate`, `in_use` and `stale_version`. */
export const productionStepProblems = defineProblems({
  /** Services and charges cannot be produced. */
  invalid_production_type: { status: 400, message: 'Invalid production type' },
  /** Services and charges have no stock to consume, and a step cannot consume its own product. */
  invalid_consumption_type: { status: 400, message: 'Invalid consumption type' },
  /** The step's costs were requested, but it lacks time or rates. */
  step_cost_not_found: { status: 409, message: 'Step cost not found.' },
});
