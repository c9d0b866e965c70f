/** The current time as a dependency, so that tests can set it. */
export abstract class Clock {
  abstract now(): Date;
}

export class SystemClock extends Clock {
  override now(): Date {
    return new Date();
  }
}

/** A fixed clock, for records that are dated as if they were written at that time. */
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
