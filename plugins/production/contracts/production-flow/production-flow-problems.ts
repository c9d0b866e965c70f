import { defineProblems } from '@millwright/core/contracts';

/** Refusals of production flows; the messages are those of the spec (operations section 8). */
export const productionFlowProblems = defineProblems({
  input_step_not_found: { status: 404, message: 'Input step not found.' },
  target_step_not_found: { status: 404, message: 'Target production step not found.' },
  /** The target's product no longer exists in the catalogue. */
  target_production_not_found: { status: 404, message: 'Target production not found.' },
  /** The target does not consume the source's product. */
  common_consumption_not_found: { status: 400, message: 'Common consumption not found.' },
  /** The units of the source's product and the target's consumption can no longer be converted into each other. */
  normalization_factor_not_found: { status: 400, message: 'Step normalization factor not found.' },
  /** An item would be made of itself; `details.path` has the names of the cycle. */
  flow_cycle: { status: 409, message: 'The flow would go in a circle' },
});
