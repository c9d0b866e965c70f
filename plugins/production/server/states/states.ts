import { stateSQL } from '@millwright/core/server';
import { placeStates } from '@millwright/inventory/contracts';
import { batchStates } from '../../contracts/index.ts';

/** States as this plugin's SQL asks for them, with the column that keeps its own. */
export const batchIs = stateSQL(batchStates, { table: 'production.batch', column: 'status' });
export const stockedPlaceIs = stateSQL(placeStates);
