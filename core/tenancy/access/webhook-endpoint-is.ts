import { webhookEndpointStates } from '../../contracts/work/webhook.contract.ts';
import { stateSQL } from '../../database/rows/state-sql.ts';

/** Statuses of a webhook endpoint in SQL. */
export const webhookEndpointIs = stateSQL(webhookEndpointStates, { table: 'core.webhook_endpoint', column: 'status' });
