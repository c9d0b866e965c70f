/** Somebody's wish that the server stops. */
export interface StopRequest {
  /** Resolves at the first signal; a second one, more than a second later, ends the process at once. */
  readonly asked: Promise<void>;
  readonly isAsked: boolean;
  /**
   * Between two steps of the start, none of which is left half done.
   * @throws Error if somebody has asked.
   */
  check(): void;
}

/** Listens for SIGINT and SIGTERM from now on. */
export function listenForStop(): StopRequest {
  let first = 0;
  let ask = (): void => {};
  const asked = new Promise<void>((done) => {
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
    asked,
    get isAsked() {
      return first > 0;
    },
    check() {
      if (first) throw new Error('The start was interrupted');
    },
  };
}
