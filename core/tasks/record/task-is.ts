import { taskStates } from '../../contracts/work/task.contract.ts';
import { stateSQL } from '../../database/rows/state-sql.ts';

/** Statuses of a task in SQL. */
export const taskIs = stateSQL(taskStates, { table: 'core.task', column: 'status' });
