import { webhookDeliveryStates } from '../../contracts/work/webhook.contract.ts';
import { stateSQL } from '../../database/rows/state-sql.ts';

/** Statuses of a webhook's delivery in SQL. */
export const webhookDeliveryIs = stateSQL(webhookDeliveryStates, { table: 'core.webhook_delivery', column: 'status' });
