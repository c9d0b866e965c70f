import { definePermissions } from '@millwright/core/contracts';

/** Who may do what with sample records. */
export const samplePluginPermissions = definePermissions([
  {
    code: 'sample_records',
    name: 'Sample records',
    group: 'sales orders',
    description: 'What this account wants to know of its sales orders.',
    defaults: { user: 'crud', sales_rep: 'ru' },
  },
]);
