import { Client } from 'pg';

/** Sends what a client was called with, or other parts in place of it. */
type Send = (parts?: readonly unknown[]) => unknown;

const replaceMethod = (
  name: 'query' | 'connect',
  around: (client: Client, parts: unknown[], send: Send) => unknown,
) => {
  const original: (this: Client, ...parts: never[]) => unknown = Client.prototype[name];
  const replaced = function replaced(this: Client, ...parts: unknown[]): unknown {
    return around(this, parts, (sent = parts) => Reflect.apply(original, this, sent));
  };
  Object.assign(Client.prototype, { [name]: replaced });
  return () => void Object.assign(Client.prototype, { [name]: original });
};

/**
 * Calls `around` in place of each statement of all PostgreSQL clients of this process; it answers what the caller gets,
 * by default `send()`. The returned function ends it; the last one that began ends first.
 */
export const aroundStatements = (around: (client: Client, parts: unknown[], send: Send) => unknown): (() => void) =>
  replaceMethod('query', around);

/** Like `aroundStatements`, for the beginnings of connections. */
export const aroundConnections = (around: (client: Client, parts: unknown[], send: Send) => unknown): (() => void) =>
  replaceMethod('connect', around);

/** The text of a statement, which is given as text or in an object. */
export function sentText([first]: readonly unknown[]): string {
  if (typeof first === 'string') return first;
  const text: unknown = typeof first === 'object' && first && 'text' in first ? first.text : undefined;
  return typeof text === 'string' ? text : '';
}
