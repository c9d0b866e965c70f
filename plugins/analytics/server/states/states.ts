import { salesOrderStates, shipmentStates } from '@millwright/commerce/contracts';
import { stateSQL } from '@millwright/core/server';
import { batchStates } from '@millwright/production/contracts';

/** SQL conditions on the states of other plugins' records. */
export const reportedSalesOrderIs = stateSQL(salesOrderStates);
export const reportedShipmentIs = stateSQL(shipmentStates);
export const reportedBatchIs = stateSQL(batchStates);
