import { defineProblems } from '@millwright/core/contracts';

/** What the flow of production refuses; the messages are those of the spec (operations section 8). */
export const productionFlowProblems = defineProblems({
  input_step_not_found: { status: 404, message: 'Input step not found.' },
  target_step_not_found: { status: 404, message: 'Target production step not found.' },
  /** What the target makes is gone from the catalogue. */
  target_production_not_found: { status: 404, message: 'Target production not found.' },
  /** The target does not use up what the source makes. */
  common_consumption_not_found: { status: 400, message: 'Common consumption not found.' },
  /** The units of what the source makes and the target uses up do not convert into each other any more. */
  normalization_factor_not_found: { status: 400, message: 'Step normalization factor not found.' },
  /** Something would be made of itself; `details.path` names the circle. */
  flow_cycle: { status: 409, message: 'The flow would go in a circle' },
});
