import { StatusBadge } from '@millwright/core/browser';
import { memberStates, type TeamUserRow } from '../../../core/contracts/member.contract.ts';

/** Whether a person of the team can work. */
export function MemberStatusBadge({ status }: Pick<TeamUserRow, 'status'>) {
  return <StatusBadge tone={memberStates.tones[status]}>{memberStates.names[status]}</StatusBadge>;
}
