import { memberStates } from '../../contracts/accounts/member.contract.ts';
import { stateSQL } from '../../database/rows/state-sql.ts';

/** Statuses of a member in SQL. */
export const memberIs = stateSQL(memberStates, { table: 'core.member', column: 'status' });
