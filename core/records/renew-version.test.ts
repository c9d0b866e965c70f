import { expect, it } from 'vitest';
import { TestClock, testNow } from '../testing/stand-ins/test-clock.ts';
import { renewVersion } from './renew-version.ts';

it('dates a record anew, also twice within a millisecond', () => {
  const clock = new TestClock();
  const record = { updatedAt: new Date(testNow.getTime() - 5) };
  const times = [1, 2].map(() => {
    renewVersion({ clock }, record);
    return record.updatedAt.getTime() - testNow.getTime();
  });
  expect(times).toEqual([0, 1]);
});
