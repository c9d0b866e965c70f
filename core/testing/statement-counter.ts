import { Client } from 'pg';

/**
 * Counts what transactions of accounts send from here on, their beginnings, settings and ends included; what writes the
 * request log is none of theirs. Answers what was counted so far, and how to stop.
 */
export function countStatements(): { count(): number; stop(): void } {
  const query = Client.prototype.query as (this: Client, ...parts: unknown[]) => unknown;
  const inside = new WeakSet<Client>();
  let count = 0;
  Client.prototype.query = function counted(this: Client, ...parts: unknown[]) {
    const [first] = parts as [string | { text?: string } | undefined];
    const text = (typeof first === 'string' ? first : first?.text) ?? '';
    const isBegin = /^(?:begin|start transaction)/.test(text);
    if (isBegin && text.includes("'acc_")) inside.add(this);
    // A beginning travels with its settings; these count as one, however many there are.
    if (inside.has(this)) count += isBegin ? 2 : 1;
    if (/^(?:commit|rollback)/.test(text)) inside.delete(this);
    return query.apply(this, parts);
  } as never;
  return {
    count: () => count,
    stop: () => {
      Client.prototype.query = query as never;
    },
  };
}
