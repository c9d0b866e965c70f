/** Something that is not as it should be, and what to do about it. */
export interface Finding {
  /** The check that found it. */
  check: string;
  /** A fault breaks something or may already have; a warning may one day. */
  level: 'fault' | 'warning';
  /** Slug of the account it is about. */
  account?: string;
  what: string;
  fix: string;
}

/** A check that ran, and how many things it looked at. */
export interface CheckedArea {
  check: string;
  looked: number;
  findings: number;
}
