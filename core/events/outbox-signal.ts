type Listener = () => void;

const listeners = new Set<Listener>();

/**
 * Tells this process's dispatchers that a committed transaction left something in the outbox. Only a shortcut:
 * dispatchers also look every second, so a signal that is lost, or belongs to another process, costs time and nothing
 * else.
 */
export const outboxSignal = {
  /** Called after a commit; cheap and harmless to call too often. */
  wake(): void {
    for (const listener of listeners) listener();
  },
  /** Calls the listener at every signal until the answered function is called. */
  onWake(listener: Listener): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
