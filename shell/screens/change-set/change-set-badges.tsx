import { StatusBadge, type StatusTone } from '@millwright/core/browser';
import {
  type ChangeSet,
  type ChangeSetRow,
  changeSetStates,
} from '../../../core/contracts/work/change-set.contract.ts';

/** Status of a set. */
export function ChangeSetStatusBadge({ status }: Pick<ChangeSet, 'status'>) {
  return <StatusBadge tone={changeSetStates.tones[status]}>{changeSetStates.names[status]}</StatusBadge>;
}

const effects: Record<ChangeSetRow['effect'], { name: string; done: string; tone: StatusTone }> = {
  create: { name: 'Create', done: 'Created', tone: 'success' },
  update: { name: 'Change', done: 'Changed', tone: 'info' },
  delete: { name: 'Delete', done: 'Deleted', tone: 'warning' },
  unchanged: { name: 'Unchanged', done: 'Unchanged', tone: 'neutral' },
  skip: { name: 'Left out', done: 'Left out', tone: 'neutral' },
  error: { name: 'Refused', done: 'Refused', tone: 'danger' },
};

/** Effects as filter options. */
export const effectOptions = Object.entries(effects).map(([value, { name: label }]) => ({ value, label }));

/** The effect of applying a row, before or after it was applied. */
export function RowEffectBadge({ row }: { row: Pick<ChangeSetRow, 'effect' | 'isApplied'> }) {
  const { name, done, tone } = effects[row.effect];
  return <StatusBadge tone={tone}>{row.isApplied ? done : name}</StatusBadge>;
}
