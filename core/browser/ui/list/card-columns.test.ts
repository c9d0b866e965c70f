import { expect, it } from 'vitest';
import { cardColumns } from './card-columns.ts';

it('shows status, quantities and totals before the rest', () => {
  const columns = ['number', 'customer', 'po', 'date', 'rep', 'statusCode', 'lines', 'total'].map((id) => ({
    id,
    ...(id === 'lines' || id === 'total' ? { align: 'end' as const } : {}),
  }));
  expect([...cardColumns(columns)]).toEqual(['statusCode', 'lines', 'total', 'customer']);
  expect(cardColumns(columns.slice(0, 1)).size).toBe(0);
});
