/** A value that a module keeps per call, with its initial value: `const notes = slot(() => [])`. */
export interface CallSlot<T> {
  readonly begin: () => T;
}

export const slot = <T>(begin: () => T): CallSlot<T> => ({ begin });

/** The slots' values for one context, such as a transaction. They end with the context. */
export class CallSlots {
  readonly #values = new Map<CallSlot<unknown>, unknown>();

  /** The context's value of a slot, created on first use. */
  of<T>(kept: CallSlot<T>): T {
    if (!this.#values.has(kept)) this.#values.set(kept, kept.begin());
    return this.#values.get(kept) as T;
  }

  set<T>(kept: CallSlot<T>, value: T): void {
    this.#values.set(kept, value);
  }
}
