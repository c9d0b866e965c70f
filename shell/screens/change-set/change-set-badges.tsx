import { StatusBadge, type StatusTone } from '@millwright/core/browser';
import type { ChangeSet, ChangeSetRow } from '../../../core/contracts/change-set.contract.ts';

const statuses: Record<ChangeSet['status'], { name: string; tone: StatusTone }> = {
  staging: { name: 'Being prepared', tone: 'progress' },
  checking: { name: 'Being checked', tone: 'progress' },
  ready: { name: 'Ready', tone: 'info' },
  applying: { name: 'Being applied', tone: 'progress' },
  applied: { name: 'Applied', tone: 'success' },
  undoing: { name: 'Being undone', tone: 'progress' },
  undone: { name: 'Undone', tone: 'neutral' },
  cancelled: { name: 'Cancelled', tone: 'neutral' },
  failed: { name: 'Stopped', tone: 'danger' },
};

/** Statuses as choices of a filter. */
export const statusOptions = Object.entries(statuses).map(([value, { name: label }]) => ({ value, label }));

/** Where a set stands. */
export function ChangeSetStatusBadge({ status }: Pick<ChangeSet, 'status'>) {
  const { name, tone } = statuses[status];
  return <StatusBadge tone={tone}>{name}</StatusBadge>;
}

const effects: Record<ChangeSetRow['effect'], { name: string; done: string; tone: StatusTone }> = {
  create: { name: 'Create', done: 'Created', tone: 'success' },
  update: { name: 'Change', done: 'Changed', tone: 'info' },
  delete: { name: 'Delete', done: 'Deleted', tone: 'warning' },
  unchanged: { name: 'Unchanged', done: 'Unchanged', tone: 'neutral' },
  skip: { name: 'Left out', done: 'Left out', tone: 'neutral' },
  error: { name: 'Refused', done: 'Refused', tone: 'danger' },
};

/** Effects as choices of a filter. */
export const effectOptions = Object.entries(effects).map(([value, { name: label }]) => ({ value, label }));

/** What applying does with a row, or did. */
export function RowEffectBadge({ row }: { row: Pick<ChangeSetRow, 'effect' | 'isApplied'> }) {
  const { name, done, tone } = effects[row.effect];
  return <StatusBadge tone={tone}>{row.isApplied ? done : name}</StatusBadge>;
}
