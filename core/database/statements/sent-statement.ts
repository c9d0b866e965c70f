import { sql } from 'kysely';

/**
 * Planning of a prepared statement. `once`: one plan for all values, right for statements that find rows by key.
 * `values`: a new plan for each execution, right where the values decide the best plan, such as lists with filters and
 * reports.
 */
export type Planning = 'once' | 'values';

/** A statement with its options, passed in place of its text. Plain connections of pg only use the text. */
export interface SentStatement {
  text: string;
  /** Defaults to the planning of the transaction. */
  planning?: Planning | undefined;
  /** Whether the caller continues without the result. */
  isUnanswered?: boolean;
  /** Number of rows that it must write. */
  rows?: number | undefined;
}

/** Settings of a transaction whose statements are planned for their values by default. */
export const plannedForValues = { plan_cache_mode: 'force_custom_plan' };

type ListType = 'text' | 'numeric' | 'timestamptz' | 'date';

/**
 * A list of values as one array parameter, so that the text is the same for any length: `= any(${listed(ids)})`,
 * `unnest(${listed(ids)})`. The subselect hides the length from the planner, so that a plan for one list suits all
 * others.
 */
export const listed = (values: readonly (string | null)[], type: ListType = 'text') =>
  // Without the second cast `any` would take the subselect as a set of rows.
  sql`(select ${values}::${sql.raw(type)}[])::${sql.raw(type)}[]`;
