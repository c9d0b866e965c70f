import { expect, test } from 'vitest';
import { mapWithPauses } from './pauses.ts';

test('maps in order, and others have turns in between', async () => {
  let milliseconds = 0;
  let otherAt = 0;
  setImmediate(() => {
    otherAt = milliseconds;
  });
  const items = Array.from({ length: 100 }, (_, index) => index);
  const mapped = await mapWithPauses(
    items,
    (item, index) => {
      milliseconds += 1;
      return [item * 2, index];
    },
    () => milliseconds,
  );
  expect(mapped).toEqual(items.map((item) => [item * 2, item]));
  expect(otherAt).toBe(16);
});
