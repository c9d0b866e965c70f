import { expect } from 'vitest';
import { pause } from '../../../../database/embedded/embedded-postgres-process.ts';
import type { CrashSite } from '../server/crash-site.ts';

/** A writing request. */
export interface CrashRequest {
  method: 'POST' | 'PUT' | 'PATCH';
  path: string;
  body: unknown;
}

/** A write and its outcome: acknowledged with a body, unanswered, or refused with a status. */
export interface Write {
  /** Idempotency key, and a unique name that the request can contain. */
  key: string;
  request: CrashRequest;
  /** Body of the acknowledging reply. */
  answer?: unknown;
}

/** Creates the next request. `own` contains all previous writes of the same writer. */
export type Writer = (turn: { key: string; writer: number; count: number; own: readonly Write[] }) => CrashRequest;

export interface CrashLoad {
  writes: Write[];
  /** Number of replies by status. */
  statuses: Map<number, number>;
  /** Bodies of refusals. */
  refusals: string[];
  /** Number of requests whose connection broke. */
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
 * Starts writers that continue after any reply until they are stopped. After a failed write, a writer rests for a
 * number of milliseconds.
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

/** Acknowledged writes. */
export const acknowledgedIn = (load: CrashLoad): Write[] => load.writes.filter(({ answer }) => answer !== undefined);

/** Checks that all replies have one of these statuses, and that each status occurred. */
export function expectStatuses(site: CrashSite, load: CrashLoad, ...statuses: number[]): void {
  const refusals = load.refusals.filter((text) => !text.includes(': 503 ')).slice(0, 5);
  expect({ statuses: [...load.statuses.keys()].sort(), refusals }, site.failedRequests()).toEqual({
    statuses,
    refusals: [],
  });
}

/**
 * Repeats unanswered writes under the same keys, so that all of them are done afterwards. The writers run concurrently
 * as before, each in its own order; after an hour of load this takes minutes.
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
  // A key consists of the load's name, the writer and the position; see `startLoad`.
  const byWriter = Map.groupBy(lost, ({ key }) => key.replace(/-\d+$/, ''));
  await Promise.all([...byWriter.values()].map(repeat));
  expect({ refusals: again.refusals, cut: again.cut }, site.failedRequests()).toEqual({ refusals: [], cut: 0 });
}

/** Sends a request under the same key until it succeeds, as a device does. Returns the body of the reply. */
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

/** Joins the writes of several loads. */
export const loadsTogether = (...loads: readonly CrashLoad[]): CrashLoad => ({
  ...noLoad(),
  writes: loads.flatMap(({ writes }) => writes),
});
