import { StatusBadge } from '@millwright/core/browser';
import { memberStates, type TeamUserRow } from '../../../core/contracts/accounts/member.contract.ts';

/** Membership status of a person. */
export function MemberStatusBadge({ status }: Pick<TeamUserRow, 'status'>) {
  return <StatusBadge tone={memberStates.tones[status]}>{memberStates.names[status]}</StatusBadge>;
}
