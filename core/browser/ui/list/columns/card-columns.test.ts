import { expect, it } from 'vitest';
import { cardColumns } from './card-columns.ts';

it('shows whose it is, then status, quantities and totals before the rest', () => {
  const columns = ['number', 'customer', 'po', 'date', 'rep', 'statusCode', 'lines', 'total'].map((id) => ({
    id,
    ...(id === 'lines' || id === 'total' ? { align: 'end' as const } : {}),
  }));
  expect([...cardColumns(columns)]).toEqual(['customer', 'statusCode', 'lines', 'total']);
  expect(cardColumns(columns.slice(0, 1)).size).toBe(0);
});
