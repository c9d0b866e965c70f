import { setTimeout as pause } from 'node:timers/promises';

/** Milliseconds after which waiting counts as a hang; not meant for assertions. */
export const patience = 600_000;

/**
 * Polls until the condition returns a truthy value, and returns it. Errors of the condition end the wait.
 * @param what names the event in the error: "The second worker"
 * @throws Error that names the event, after `patience`
 */
export async function until<T>(what: string, condition: () => T | Promise<T>): Promise<NonNullable<T>> {
  for (const end = performance.now() + patience; ; await pause(10)) {
    const answer = await condition();
    if (answer) return answer;
    if (performance.now() > end) throw new Error(`${what} did not happen within ${patience / 60_000} minutes`);
  }
}
