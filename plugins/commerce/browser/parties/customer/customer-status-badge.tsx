import { StatusBadge } from '@millwright/core/browser';
import { holdStates } from '@millwright/core/contracts';
import type { CustomerStatus } from '../../../contracts/index.ts';

export function CustomerStatusBadge({ status }: { status: CustomerStatus }) {
  return <StatusBadge tone={holdStates.tones[status]}>{holdStates.names[status]}</StatusBadge>;
}
