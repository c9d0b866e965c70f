import { changeSetStates } from '../contracts/work/change-set.contract.ts';
import { stateSQL } from '../database/rows/state-sql.ts';

/** Statuses of a change set in SQL. */
export const changeSetIs = stateSQL(changeSetStates, { table: 'core.change_set', column: 'status' });
