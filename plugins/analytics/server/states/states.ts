import { salesOrderStates, shipmentStates } from '@millwright/commerce/contracts';
import { stateSQL } from '@millwright/core/server';
import { batchStates } from '@millwright/production/contracts';

/** States of other plugins' records as the figures ask for them. */
export const reportedSalesOrderIs = stateSQL(salesOrderStates);
export const reportedShipmentIs = stateSQL(shipmentStates);
export const reportedBatchIs = stateSQL(batchStates);
