import type { Client } from 'pg';
import { aroundStatements, sentText } from './sent-statements.ts';

/** Statements of account transactions. */
export interface StatementCounter {
  /** Number of statements, including begin, settings and commit. */
  count(): number;
  /** Number of round trips: statements sent while no other one was in transit. */
  roundTrips(): number;
  stop(): void;
}

/** Counts the statements of account transactions from now on; writes of the request log do not count. */
export function countStatements(): StatementCounter {
  const inside = new WeakSet<Client>();
  const unanswered = new WeakMap<Client, number>();
  let count = 0;
  let roundTrips = 0;
  const stop = aroundStatements((client, parts, send) => {
    const text = sentText(parts);
    const isBegin = /^(?:begin|start transaction)/.test(text);
    if (isBegin && text.includes("'acc_")) inside.add(client);
    if (!inside.has(client)) return send();
    // Begin and all settings are sent together; the settings count as one statement.
    count += isBegin ? 2 : 1;
    // Nobody waits for the end of a read-only transaction, so the next begin starts a new round trip.
    const before = isBegin ? 0 : (unanswered.get(client) ?? 0);
    if (!before) roundTrips += 1;
    unanswered.set(client, before + 1);
    if (/^(?:commit|rollback)/.test(text)) inside.delete(client);
    const answer = send();
    const answered = (): void => void unanswered.set(client, Math.max(0, (unanswered.get(client) ?? 1) - 1));
    if (answer instanceof Promise) answer.then(answered, answered);
    return answer;
  });
  return {
    count: () => count,
    roundTrips: () => roundTrips,
    stop,
  };
}
