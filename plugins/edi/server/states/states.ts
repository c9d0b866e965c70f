import { shipmentStates } from '@millwright/commerce/contracts';
import { stateSQL } from '@millwright/core/server';
import { acknowledgmentStates, ediDeliveryStates, processingStates } from '../../contracts/index.ts';

/** States as this plugin's SQL asks for them, with the columns that keep its own. */
export const processingIs = stateSQL(processingStates, { table: 'edi.document', column: 'processing' });
export const ediDeliveryIs = stateSQL(ediDeliveryStates, { table: 'edi.file', column: 'delivery' });
export const acknowledgmentIs = stateSQL(acknowledgmentStates, { table: 'edi.document', column: 'acknowledgment' });
export const tradedShipmentIs = stateSQL(shipmentStates);
