import { recordDeclarations } from '@millwright/core/contracts';
import { productionSteps } from './production-step.contract.ts';

/** Permissions, record type and screens of production steps (spec operations section 6). */
export const productionStepDeclarations = recordDeclarations(productionSteps, {
  rights: {
    group: 'production',
    description: 'How things are made: the routing, what each step uses up and how long it takes.',
    defaults: { user: 'crud', scanner: 'r' },
  },
  nav: { section: 'Make', order: 30, icon: 'list' },
  formNeeds: ['items:read'],
});
