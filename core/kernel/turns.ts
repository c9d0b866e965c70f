import { setImmediate } from 'node:timers/promises';

/** Milliseconds of work in one go. */
const longestTurn = 8;

/**
 * Answers what long work calls between its steps: once it has had its turn others get theirs, and what waits to be sent
 * to PostgreSQL leaves. `now` has the milliseconds of a clock.
 */
export function pauses(now: () => number = () => performance.now()): () => Promise<void> | undefined {
  let began = now();
  return () =>
    now() - began > longestTurn
      ? setImmediate().then(() => {
          began = now();
        })
      : undefined;
}

/** The result of work in steps, with pauses between them. */
export async function inTurns<Result>(
  steps: Generator<undefined, Result>,
  pause: () => Promise<void> | undefined = pauses(),
): Promise<Result> {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    await pause();
  }
}

/** What `map` makes of each, with pauses. Long work without them would keep everybody else waiting. */
export async function mapInTurns<Item, Result>(
  items: readonly Item[],
  map: (item: Item, index: number) => Result,
  now: () => number = () => performance.now(),
): Promise<Result[]> {
  const results: Result[] = [];
  const pause = pauses(now);
  for (const [index, item] of items.entries()) {
    results.push(map(item, index));
    // Looking at the clock costs about as much as the shortest work.
    if (index % 16 === 15) await pause();
  }
  return results;
}
