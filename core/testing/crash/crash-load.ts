import { expect } from 'vitest';
import { pause } from '../../database/embedded-postgres-process.ts';
import type { CrashSite } from './crash-site.ts';

/** A call that writes something. */
export interface CrashRequest {
  method: 'POST' | 'PUT' | 'PATCH';
  path: string;
  body: unknown;
}

/** What became of one write: answered with what was done, or not answered, or refused with a status. */
export interface Write {
  /** Of its idempotency, and a name that the request may carry to be found by. */
  key: string;
  request: CrashRequest;
  /** What was acknowledged, as the body of the answer. */
  answer?: unknown;
}

/** What is written next. `own` is all that the same writer has tried so far. */
export type Writer = (turn: { key: string; writer: number; count: number; own: readonly Write[] }) => CrashRequest;

export interface CrashLoad {
  writes: Write[];
  /** Statuses of all answers, how often each came. */
  statuses: Map<number, number>;
  /** What was answered that was not done. */
  refusals: string[];
  /** Answers that nobody gave: the connection was cut. */
  cut: number;
}

const noLoad = (): CrashLoad => ({ writes: [], statuses: new Map(), refusals: [], cut: 0 });

async function send(site: CrashSite, each: Write, load: CrashLoad): Promise<void> {
  try {
    const { method, path, body } = each.request;
    const response = await site.api(path, {
      method,
      headers: { 'idempotency-key': each.key },
      body: JSON.stringify(body),
    });
    const answer: unknown = await response.json();
    load.statuses.set(response.status, (load.statuses.get(response.status) ?? 0) + 1);
    if (response.ok) each.answer = answer;
    else load.refusals.push(`${method} ${path}: ${response.status} ${JSON.stringify(answer)}`);
  } catch {
    load.cut += 1;
  }
}

/**
 * Writers that go on, whatever they are answered, until they are told to stop; after what was not done each rests so
 * many milliseconds.
 */
export function startLoad(
  site: CrashSite,
  writer: Writer,
  name: string,
  writers = 6,
  rest = 50,
): { load: CrashLoad; stop(): Promise<CrashLoad> } {
  const load = noLoad();
  let isStopping = false;
  const running = Array.from({ length: writers }, async (_, index) => {
    const own: Write[] = [];
    for (let count = 0; !isStopping && !site.isClosed; count += 1) {
      const key = `${name}-${index}-${count}`;
      const each: Write = { key, request: writer({ key, writer: index, count, own }) };
      load.writes.push(each);
      own.push(each);
      await send(site, each, load);
      if (each.answer === undefined) await pause(rest);
    }
  });
  return {
    load,
    async stop() {
      isStopping = true;
      await Promise.all(running);
      return load;
    },
  };
}

/** The writes that were answered with what they did. */
export const acknowledgedIn = (load: CrashLoad): Write[] => load.writes.filter(({ answer }) => answer !== undefined);

/** All that was answered has one of these statuses, and each of them came. */
export function expectStatuses(site: CrashSite, load: CrashLoad, ...statuses: number[]): void {
  const refusals = load.refusals.filter((text) => !text.includes(': 503 ')).slice(0, 5);
  expect({ statuses: [...load.statuses.keys()].sort(), refusals }, site.failedRequests()).toEqual({
    ...{ statuses, refusals: [] },
  });
}

/**
 * Sends again what had no answer, under the same keys: now all of it is done. The writers go side by side as before,
 * each in its order; after an hour that takes minutes.
 */
export async function repeatLost(site: CrashSite, load: CrashLoad): Promise<void> {
  const again = noLoad();
  const lost = load.writes.filter(({ answer }) => answer === undefined);
  let signedInAt = Date.now();
  let signingIn = site.signIn();
  const repeat = async (own: readonly Write[]): Promise<void> => {
    for (const each of own) {
      if (Date.now() - signedInAt > 300_000) {
        signedInAt = Date.now();
        signingIn = site.signIn();
      }
      await signingIn;
      await send(site, each, again);
    }
  };
  // A key is the name of its load, its writer and its place: `startLoad`.
  const byWriter = Map.groupBy(lost, ({ key }) => key.replace(/-\d+$/, ''));
  await Promise.all([...byWriter.values()].map(repeat));
  expect({ refusals: again.refusals, cut: again.cut }, site.failedRequests()).toEqual({ refusals: [], cut: 0 });
}

/** As a device does: sends until it is answered, under the same key. Answers what was done. */
export async function sendUntilDone<T>(
  site: CrashSite,
  key: string,
  { method, path, body }: CrashRequest,
): Promise<T | undefined> {
  while (!site.isClosed) {
    const answer = await site
      .api(path, { method, headers: { 'idempotency-key': key }, body: JSON.stringify(body) })
      .catch(() => undefined);
    if (answer?.ok) return (await answer.json()) as T;
    const isPassing = !answer || answer.status >= 500 || (await answer.clone().text()).includes('in_progress');
    expect(isPassing, answer && (await answer.text())).toBe(true);
    await pause(100);
  }
  return undefined;
}

/** The writes of several loads as one. */
export const loadsTogether = (...loads: readonly CrashLoad[]): CrashLoad => ({
  ...noLoad(),
  writes: loads.flatMap(({ writes }) => writes),
});
