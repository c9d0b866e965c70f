import { stateSQL } from '@millwright/core/server';
import { placeStates } from '../../contracts/index.ts';

/** SQL conditions on the states of this plugin's records, with their columns. */
export const placeIs = stateSQL(placeStates, {
  table: 'inventory.storage_location',
  column: 'reservation_state',
  seenBy: { 'inventory.v_stock_on_hand': ['open', 'reserved', 'closed'] },
});
