import { expect, test } from 'vitest';
import { datePresets } from './date-presets.ts';

test('presets are whole periods around today', () => {
  const periods = (today: string) =>
    Object.fromEntries(datePresets(today).map(({ label, from, to }) => [label, `${from} ${to}`]));
  expect(periods('2026-03-01')).toEqual({
    Today: '2026-03-01 2026-03-01',
    'This week': '2026-02-23 2026-03-01',
    'Last 7 days': '2026-02-23 2026-03-01',
    'This month': '2026-03-01 2026-03-31',
    'Last month': '2026-02-01 2026-02-28',
    'Last 90 days': '2025-12-02 2026-03-01',
    'This year': '2026-01-01 2026-12-31',
  });
  expect(periods('2024-01-31')).toMatchObject({
    'This week': '2024-01-29 2024-02-04',
    'This month': '2024-01-01 2024-01-31',
    'Last month': '2023-12-01 2023-12-31',
  });
});
