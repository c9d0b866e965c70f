import type { RoundStatements } from './measurement.ts';

/** Duration of work with money, compared with the same work in plain SQL: medians in milliseconds. */
export interface CashSpeed {
  title: string;
  tookMs: number;
  plainMs: number;
  /** Largest duration in milliseconds; undefined if only the ratio counts. */
  wantedMs?: number;
  /** Smallest share of plain SQL's speed. */
  wantedRatio?: number;
  /** Number of statements sent to PostgreSQL, and the target. */
  statements?: number;
  wantedStatements?: number;
  /** Statement figures of PostgreSQL for it. */
  sql?: RoundStatements;
}
