import { expect, it } from 'vitest';
import { atLeast } from './at-least.ts';

it.each(['known', 'unknown'])('answers about somebody %s when the pause has ended, and not before', async (who) => {
  const { promise, resolve } = Promise.withResolvers<void>();
  let isAnswered = false;
  const answered = atLeast(
    () => promise,
    async () => {
      if (who === 'unknown') throw new Error('nobody');
      return who;
    },
  )
    .catch((error: Error) => error.message)
    .finally(() => {
      isAnswered = true;
    });
  await new Promise((done) => setImmediate(done));
  expect(isAnswered).toBe(false);
  resolve();
  expect(await answered).toBe(who === 'known' ? 'known' : 'nobody');
});
