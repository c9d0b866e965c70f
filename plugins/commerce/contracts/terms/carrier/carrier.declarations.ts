import { defineProblems, recordDeclarations } from '@millwright/core/contracts';
import { carriers } from './carrier.contract.ts';

export const carrierProblems = defineProblems({
  /** Label services, EDI and imports use the codes of built-in carriers and options. */
  carrier_built_in: { status: 409, message: 'Built-in carriers and options keep their code and cannot be deleted' },
});

/** Permissions, record type and screens of carriers (spec commerce sections 2 and 6). */
export const carrierDeclarations = recordDeclarations(carriers, {
  rights: {
    group: 'shipping',
    description: 'Carriers and their services.',
    defaults: { user: 'crud', sales_rep: 'r' },
  },
  nav: { section: 'Setup', order: 10, icon: 'truck' },
  formNeeds: ['carriers:read'],
});
