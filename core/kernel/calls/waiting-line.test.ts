import { expect, it } from 'vitest';
import { WaitingLine } from './waiting-line.ts';

/** Work that runs until the test ends it. */
function work(log: string[], name: string) {
  const { promise, resolve } = Promise.withResolvers<void>();
  return {
    end: resolve,
    run: async () => {
      log.push(name);
      await promise;
      return name;
    },
  };
}
const settled = () => new Promise((done) => setImmediate(done));

it('lets one of a key and two of all work, and the others in the order in which they came', async () => {
  const line = new WaitingLine({ ofKey: 1, all: 2, busy: 'Busy' });
  const log: string[] = [];
  const each = ['a1', 'a2', 'b1', 'c1', 'a3'].map((name) => ({ name, ...work(log, name) }));
  const answers = each.map(({ name, run }) => line.during(name.slice(0, 1), run));
  await settled();
  expect(log).toEqual(['a1', 'b1']);
  each[2]?.end();
  await settled();
  expect(log).toEqual(['a1', 'b1', 'c1']);
  for (const { end } of each) end();
  expect(await Promise.all(answers)).toEqual(['a1', 'a2', 'b1', 'c1', 'a3']);
  expect(log).toEqual(['a1', 'b1', 'c1', 'a2', 'a3']);
});

it('refuses whoever has waited long enough or finds a long line, and gives the turn back after a fault', async () => {
  const patience = new AbortController();
  const line = new WaitingLine({ ofKey: 1, mostWaiting: 1, patience: () => patience.signal, busy: 'Busy' });
  const log: string[] = [];
  const first = work(log, 'first');
  const running = line.during('a', first.run);
  const waiting = line.during('a', async () => log.push('late'));
  const refused = expect(waiting).rejects.toMatchObject({ status: 429, code: 'too_many_requests' });
  await expect(line.during('a', async () => log.push('none'))).rejects.toMatchObject({ status: 429 });
  patience.abort();
  await refused;
  first.end();
  await running;
  await expect(
    line.during('a', async () => {
      throw new Error('fault');
    }),
  ).rejects.toThrow('fault');
  expect(await line.during('a', async () => log.splice(0))).toEqual(['first']);
});
