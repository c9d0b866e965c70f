import { definePermissions } from '@millwright/core/contracts';

/** Permissions for the exchange with trading partners (spec operations section 6). */
export const ediPermissions = definePermissions([
  {
    code: 'edi_runs',
    name: 'EDI documents',
    group: 'edi',
    description: 'Files, runs and documents exchanged with trading partners, and what is held of them.',
    defaults: { user: 'crud', sales_rep: 'r' },
  },
  {
    code: 'dc_locations',
    name: 'DC locations',
    group: 'edi',
    description: 'Distribution centers and stores as trading partners name them.',
    defaults: { user: 'crud', sales_rep: 'r' },
  },
  {
    code: 'edi_partners',
    name: 'EDI partners',
    group: 'edi',
    description: 'Trading partners, how they are reached, and what they call items and units.',
    defaults: { user: 'crud', sales_rep: 'r' },
  },
]);
