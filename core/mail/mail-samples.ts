import type { TableSample } from '../kernel/plugin/plugin.ts';

/** Sample rows of the tenant tables of mail. */
export const mailSamples: readonly TableSample[] = [
  {
    table: 'core.email_log',
    row: { recipients: ['sample@example.com'], template: 'core.invitation', sent_by_name: 'System' },
  },
];
