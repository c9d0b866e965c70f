/** What a module keeps for one call, as it is when the call begins; declared once: `const notes = slot(() => [])`. */
export interface CallSlot<T> {
  readonly begin: () => T;
}

export const slot = <T>(begin: () => T): CallSlot<T> => ({ begin });

/** What modules keep for one call: a transaction, or whatever else has a context. Gone with it. */
export class CallSlots {
  readonly #values = new Map<CallSlot<unknown>, unknown>();

  /** The call's own value, made when it is first asked for. */
  of<T>(kept: CallSlot<T>): T {
    if (!this.#values.has(kept)) this.#values.set(kept, kept.begin());
    return this.#values.get(kept) as T;
  }

  set<T>(kept: CallSlot<T>, value: T): void {
    this.#values.set(kept, value);
  }
}
