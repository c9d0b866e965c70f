/** A request to stop the server. */
export interface StopRequest {
  /** Resolves at the first signal; a second one, more than a second later, ends the process at once. */
  readonly requested: Promise<void>;
  readonly isAsked: boolean;
  /**
   * Called between the steps of the start, so that none is interrupted.
   * @throws Error after a request to stop
   */
  check(): void;
}

/** Begins to listen for SIGINT and SIGTERM. */
export function listenForStop(): StopRequest {
  let first = 0;
  let ask = (): void => {};
  const requested = new Promise<void>((done) => {
    ask = done;
  });
  const onSignal = (): void => {
    const now = Date.now();
    if (!first) {
      first = now;
      ask();
    } else if (now - first > 1_000) process.exit(130);
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  return {
    requested,
    get isAsked() {
      return first > 0;
    },
    check() {
      if (first) throw new Error('The start was interrupted');
    },
  };
}
