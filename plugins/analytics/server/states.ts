import { salesOrderStates, shipmentStates } from '@millwright/commerce/contracts';
import { stateSQL } from '@millwright/core/server';
import { batchStates } from '@millwright/production/contracts';

/** States of other plugins' records as the figures ask for them. */
export const salesOrderIs = stateSQL(salesOrderStates);
export const shipmentIs = stateSQL(shipmentStates);
export const batchIs = stateSQL(batchStates);
