import { setTimeout as pause } from 'node:timers/promises';

/** How long a test may wait for anything before that counts as a hang, in milliseconds; nothing is asserted by it. */
export const patience = 600_000;

/**
 * Waits for an event: asks until the answer is something true, and returns that. What the question throws ends the
 * wait.
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
