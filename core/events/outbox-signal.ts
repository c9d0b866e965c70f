type Listener = () => void;

const listeners = new Set<Listener>();

/**
 * Tells this process's dispatchers that a committed transaction has written to the outbox. Dispatchers also poll every
 * second, so a lost signal, or one in another process, only costs time.
 */
export const outboxSignal = {
  /** Called after a commit; cheap, so unnecessary calls do no harm. */
  wake(): void {
    for (const listener of listeners) listener();
  },
  /** Calls the listener at every signal. Returns a function that ends this. */
  onWake(listener: Listener): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
