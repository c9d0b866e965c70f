import { StatusBadge } from '@millwright/core/browser';
import { memberStatuses, type TeamUserRow } from '../../../core/contracts/member.contract.ts';

type MemberStatus = TeamUserRow['status'];

const looks = {
  unclaimed: { label: 'Not invited', tone: 'neutral' },
  invited: { label: 'Invited', tone: 'progress' },
  active: { label: 'Active', tone: 'success' },
  suspended: { label: 'Suspended', tone: 'warning' },
  deactivated: { label: 'Deactivated', tone: 'danger' },
} as const satisfies Record<MemberStatus, { label: string; tone: string }>;

export const memberStatusOptions = memberStatuses.map((value) => ({ value, label: looks[value].label }));

/** Whether a person of the team can work. */
export function MemberStatusBadge({ status }: { status: MemberStatus }) {
  const { label, tone } = looks[status];
  return <StatusBadge tone={tone}>{label}</StatusBadge>;
}
