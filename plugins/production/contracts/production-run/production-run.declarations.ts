import { defineProblems, recordDeclarations } from '@millwright/core/contracts';
import { productionRuns } from './production-run.contract.ts';

/** Permissions, record type and screens of production runs (spec operations section 6). */
export const productionRunDeclarations = recordDeclarations(productionRuns, {
  rights: {
    group: 'production',
    description: 'What shall be made together, for stock or for orders.',
    defaults: { user: 'crud', sales_rep: 'r', scanner: 'r' },
  },
  nav: { section: 'Make', order: 36, icon: 'play' },
  formNeeds: ['production_runs:update', 'items:read'],
});

export const productionRunProblems = defineProblems({
  /** No short item is made by a production step. */
  nothing_to_produce: { status: 409, message: 'Nothing is short that has a production step' },
  no_production_step: { status: 400, message: 'No production step makes this item' },
  too_many_batches: { status: 409, message: 'A run has at most 2,000 batches: choose larger ones' },
  /** Started batches prevent the deletion of their run. */
  run_started: { status: 409, message: 'The run has batches that were started' },
});
