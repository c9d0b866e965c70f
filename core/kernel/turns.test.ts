import { expect, test } from 'vitest';
import { mapInTurns } from './turns.ts';

test('maps in order, and others have turns in between', async () => {
  let turns = 0;
  const counting = setInterval(() => {
    turns += 1;
  });
  const busy = (milliseconds: number): void => {
    for (const end = performance.now() + milliseconds; performance.now() < end; );
  };
  const items = Array.from({ length: 100 }, (_, index) => index);
  const mapped = await mapInTurns(items, (item, index) => {
    busy(1);
    return [item * 2, index];
  });
  clearInterval(counting);
  expect(mapped).toEqual(items.map((item) => [item * 2, item]));
  expect(turns).toBeGreaterThan(1);
});
