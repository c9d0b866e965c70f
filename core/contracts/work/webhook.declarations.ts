import { recordDeclarations } from '../records/record-declarations.ts';
import { webhookEndpoints } from './webhook.contract.ts';

/** Rights, record type and screens of webhook endpoints. */
export const webhookDeclarations = recordDeclarations(webhookEndpoints, {
  rights: { name: 'Webhooks', group: 'admin', description: 'Programs that are told what happens in the account' },
  nav: { section: 'Settings', order: 58, icon: 'external' },
});
