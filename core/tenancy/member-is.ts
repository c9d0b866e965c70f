import { memberStates } from '../contracts/member.contract.ts';
import { stateSQL } from '../database/state-sql.ts';

/** States of a person in an account as SQL asks for them. */
export const memberIs = stateSQL(memberStates, { table: 'core.member', column: 'status' });
