import { setImmediate } from 'node:timers/promises';

/** Milliseconds of work in one go. */
const longestTurn = 8;

/**
 * What `map` makes of each, with pauses: in them other calls get their turn, and what waits to be sent to PostgreSQL
 * leaves. Long work without pauses would keep both waiting. `now` has the milliseconds of a clock.
 */
export async function mapInTurns<Item, Result>(
  items: readonly Item[],
  map: (item: Item, index: number) => Result,
  now: () => number = () => performance.now(),
): Promise<Result[]> {
  const results: Result[] = [];
  let began = now();
  for (const [index, item] of items.entries()) {
    results.push(map(item, index));
    // Looking at the clock costs about as much as the shortest work.
    if (index % 16 === 15 && now() - began > longestTurn) {
      await setImmediate();
      began = now();
    }
  }
  return results;
}
