import { shipmentStates } from '@millwright/commerce/contracts';
import { stateSQL } from '@millwright/core/server';
import { acknowledgmentStates, ediDeliveryStates, processingStates } from '../../contracts/index.ts';

/** SQL conditions on the states of this plugin's records, with their columns. */
export const processingIs = stateSQL(processingStates, { table: 'edi.document', column: 'processing' });
export const ediDeliveryIs = stateSQL(ediDeliveryStates, { table: 'edi.file', column: 'delivery' });
export const acknowledgmentIs = stateSQL(acknowledgmentStates, { table: 'edi.document', column: 'acknowledgment' });
export const tradedShipmentIs = stateSQL(shipmentStates);
