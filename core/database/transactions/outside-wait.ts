import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * Set around a call that waits for another machine: begins the wait anew. Called after each transaction of the call,
 * because such a call is at work and not waiting.
 */
export const renewsWait = new AsyncLocalStorage<() => void>();
