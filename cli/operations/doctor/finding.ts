/** A problem and its solution. */
export interface Finding {
  /** The check that found it. */
  check: string;
  /** A fault has broken something or will; a warning may become a fault. */
  level: 'fault' | 'warning';
  /** Slug of the affected account. */
  account?: string;
  what: string;
  fix: string;
}

/** A check that ran, and the number of things it checked. */
export interface CheckedArea {
  check: string;
  looked: number;
  findings: number;
}
