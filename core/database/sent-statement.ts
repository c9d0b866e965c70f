import {
  CompiledQuery,
  type OperationNode,
  RawNode,
  type RootOperationNode,
  type SelectQueryBuilder,
  sql,
} from 'kysely';

/** A statement with how it is sent, in place of its text; plain connections of pg look at the text alone. */
export interface SentStatement {
  text: string;
  /** Whether the connection plans it once and keeps the plan. */
  isPlanned?: boolean;
  /** Whether the caller goes on without the answer. */
  isUnanswered?: boolean;
  /** How many rows it has to write. */
  rows?: number | undefined;
}

/**
 * Lets a connection plan this statement once and keep the plan, which saves most of the work of a select with many
 * joins; stands right after the first word. Only for statements that find their rows by key: for all others the best
 * plan depends on the values, above all on whose account it is.
 */
export const plannedOnce = sql.raw('');

/** The same for selects that are built. */
export const preparable = <DB, TB extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
): SelectQueryBuilder<DB, TB, Row> => query.modifyFront(plannedOnce);

const mark: OperationNode = plannedOnce.toOperationNode();
const markedRoot = RawNode.create(['', ''], [mark]);

/** Whether the statement says so itself; parts of it that do count for nothing. */
export function isPlannedOnce(root: RootOperationNode): boolean {
  if (RawNode.is(root)) return root.parameters.includes(mark);
  return root.kind === 'SelectQueryNode' && !!root.frontModifiers?.some(({ rawModifier }) => rawModifier === mark);
}

/** A statement that was built before, with other values. */
export const builtStatement = <Row>(text: string, values: unknown[], isPlanned: boolean): CompiledQuery<Row> => {
  const query = CompiledQuery.raw(text, values) as CompiledQuery<Row>;
  return isPlanned ? { ...query, query: markedRoot } : query;
};

type ListType = 'text' | 'numeric' | 'timestamptz' | 'date';

/**
 * A list of values in a statement that is planned once: `= any(${listed(ids)})`, `unnest(${listed(ids)})`. In a select
 * of its own, which hides how long it is: PostgreSQL keeps no plan that looks dearer than one for the list at hand, and
 * for short lists it would plan each time, which takes longer than the answer.
 */
export const listed = (values: readonly (string | null)[], type: ListType = 'text') =>
  // The second cast says that the list is meant, not a select of rows.
  sql`(select ${values}::${sql.raw(type)}[])::${sql.raw(type)}[]`;
