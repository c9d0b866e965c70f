/** Lets work run concurrently, or one piece of work alone in this process. */
export class Gate {
  #running = 0;
  #onLast: () => void = () => undefined;
  #closed: Promise<void> | undefined;

  /** Runs work concurrently with other work, but not during `alone`. */
  async together<T>(work: () => Promise<T>): Promise<T> {
    while (this.#closed) await this.#closed;
    this.#running += 1;
    try {
      return await work();
    } finally {
      this.#running -= 1;
      if (this.#running === 0) this.#onLast();
    }
  }

  /** Waits for running work, runs `work` alone, and lets new work begin only afterwards. */
  async alone<T>(work: () => Promise<T>): Promise<T> {
    while (this.#closed) await this.#closed;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#closed = promise;
    try {
      if (this.#running > 0)
        await new Promise<void>((done) => {
          this.#onLast = done;
        });
      return await work();
    } finally {
      this.#onLast = () => undefined;
      this.#closed = undefined;
      resolve();
    }
  }
}
