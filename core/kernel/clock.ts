/** Time as a dependency, so that tests can move it. */
export abstract class Clock {
  abstract now(): Date;
}

export class SystemClock extends Clock {
  override now(): Date {
    return new Date();
  }
}

/** A clock that stands still: for records that are dated as if they had been written then. */
export class StoppedClock extends Clock {
  readonly #at: Date;

  constructor(at: Date) {
    super();
    this.#at = at;
  }

  override now(): Date {
    return this.#at;
  }
}
