import { Client } from 'pg';

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
  const query = Client.prototype.query as (this: Client, ...parts: unknown[]) => unknown;
  const inside = new WeakSet<Client>();
  const unanswered = new WeakMap<Client, number>();
  let count = 0;
  let roundTrips = 0;
  Client.prototype.query = function counted(this: Client, ...parts: unknown[]) {
    const [first] = parts as [string | { text?: string } | undefined];
    const text = (typeof first === 'string' ? first : first?.text) ?? '';
    const isBegin = /^(?:begin|start transaction)/.test(text);
    if (isBegin && text.includes("'acc_")) inside.add(this);
    if (!inside.has(this)) return query.apply(this, parts);
    // Begin and all settings are sent together; the settings count as one statement.
    count += isBegin ? 2 : 1;
    // Nobody waits for the end of a read-only transaction, so the next begin starts a new round trip.
    const before = isBegin ? 0 : (unanswered.get(this) ?? 0);
    if (!before) roundTrips += 1;
    unanswered.set(this, before + 1);
    if (/^(?:commit|rollback)/.test(text)) inside.delete(this);
    const answer = query.apply(this, parts);
    const answered = (): void => void unanswered.set(this, Math.max(0, (unanswered.get(this) ?? 1) - 1));
    if (answer instanceof Promise) answer.then(answered, answered);
    return answer;
  } as never;
  return {
    count: () => count,
    roundTrips: () => roundTrips,
    stop: () => {
      Client.prototype.query = query as never;
    },
  };
}
