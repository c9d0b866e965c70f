import { AsyncLocalStorage } from 'node:async_hooks';

/** Set by `Database` around each transaction. */
export const insideTransaction = new AsyncLocalStorage<true>();

/**
 * To be called before every call to a provider (mail server, carrier, card processor). Inside a transaction a slow
 * provider would block a connection and all locks, and its effect could not be rolled back.
 * @throws Error that names the provider, inside a transaction
 */
export function refuseInTransaction(provider: string): void {
  if (insideTransaction.getStore())
    throw new Error(`${provider} is called inside a transaction: call it outside, and write what it answers in one`);
}
