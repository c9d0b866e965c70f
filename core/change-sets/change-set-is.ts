import { changeSetStates } from '../contracts/change-set.contract.ts';
import { stateSQL } from '../database/state-sql.ts';

/** States of a set of changes as SQL asks for them. */
export const changeSetIs = stateSQL(changeSetStates, { table: 'core.change_set', column: 'status' });
