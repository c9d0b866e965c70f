import { stateSQL } from '@millwright/core/server';
import { placeStates } from '@millwright/inventory/contracts';
import { batchStates } from '../../contracts/index.ts';

/** SQL conditions on the states of this plugin's records, with their columns. */
export const batchIs = stateSQL(batchStates, { table: 'production.batch', column: 'status' });
export const stockedPlaceIs = stateSQL(placeStates);
