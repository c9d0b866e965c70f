import { describe, expect, it } from 'vitest';
import type { ActivityEntry } from '../../../core/contracts/records/timeline.contract.ts';
import { groupActivity } from './activity-groups.ts';

const entry = (label: string, change: Partial<ActivityEntry> = {}): ActivityEntry => ({
  id: `aud_${label}`,
  at: '2026-11-20T10:00:00.000Z',
  actor: { id: 'mem_1', name: 'Ada', type: 'user' },
  action: 'status_changed',
  note: null,
  record: { type: 'sales_order', typeLabel: 'Sales order', id: `so_${label}`, label, path: `/o/${label}` },
  ...change,
});
const labels = (entries: ActivityEntry[]) => groupActivity(entries).map(({ records }) => records.map((r) => r.label));

describe('recent activity', () => {
  it('puts what was done to many records in one go together, each record once', () => {
    expect(labels([entry('1'), entry('2'), entry('2'), entry('3')])).toEqual([['1', '2', '3']]);
  });

  it('keeps apart what somebody else did, something else, or the same later', () => {
    const bob = { actor: { id: 'mem_2', name: 'Bob', type: 'user' as const } };
    expect(labels([entry('1'), entry('2', bob), entry('3')])).toEqual([['1'], ['2'], ['3']]);
    expect(labels([entry('1'), entry('2', { action: 'created' })])).toEqual([['1'], ['2']]);
    expect(labels([entry('1'), entry('2', { note: 'Issued' })])).toEqual([['1'], ['2']]);
    expect(groupActivity([])).toEqual([]);
  });
});
