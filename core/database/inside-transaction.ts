import { AsyncLocalStorage } from 'node:async_hooks';

/** Set by `Database` around each transaction. */
export const insideTransaction = new AsyncLocalStorage<true>();

/**
 * Called by whatever speaks to a provider (a mail server, a carrier, a card processor) before it does: one that is slow
 * would keep a connection and every lock of the transaction, and what it did could not be rolled back.
 * @throws Error naming the provider, inside a transaction
 */
export function refuseInTransaction(provider: string): void {
  if (insideTransaction.getStore())
    throw new Error(`${provider} is called inside a transaction: call it outside, and write what it answers in one`);
}
