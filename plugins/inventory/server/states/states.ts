import { stateSQL } from '@millwright/core/server';
import { placeStates } from '../../contracts/index.ts';

/** States of this plugin's records as its SQL asks for them, with the column that keeps them. */
export const placeIs = stateSQL(placeStates, {
  table: 'inventory.storage_location',
  column: 'reservation_state',
  seenBy: { 'inventory.v_stock_on_hand': ['open', 'reserved', 'closed'] },
});
