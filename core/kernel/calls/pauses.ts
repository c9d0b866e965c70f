import { setImmediate } from 'node:timers/promises';

/** Milliseconds of work between pauses. */
const longestTurn = 8;

/**
 * Returns a function for long work to call between its steps. When a turn is over, it lets other callbacks run and
 * queued statements go to PostgreSQL. `now` returns milliseconds.
 */
export function createPause(now: () => number = () => performance.now()): () => Promise<void> | undefined {
  let began = now();
  return () =>
    now() - began > longestTurn
      ? setImmediate().then(() => {
          began = now();
        })
      : undefined;
}

/** The result of work in steps, with pauses between them. */
export async function runWithPauses<Result>(
  steps: Generator<undefined, Result>,
  pause: () => Promise<void> | undefined = createPause(),
): Promise<Result> {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    await pause();
  }
}

/** Maps all items, with pauses, because long work without them would block the event loop. */
export async function mapWithPauses<Item, Result>(
  items: readonly Item[],
  map: (item: Item, index: number) => Result,
  now: () => number = () => performance.now(),
): Promise<Result[]> {
  const results: Result[] = [];
  const pause = createPause(now);
  for (const [index, item] of items.entries()) {
    results.push(map(item, index));
    // Reading the clock costs about as much as the shortest work.
    if (index % 16 === 15) await pause();
  }
  return results;
}
