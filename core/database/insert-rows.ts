import { type QueryExecutorProvider, sql } from 'kysely';
import { plannedOnce, unanswered } from './pipelined-client.ts';

/** A half character, which JSON writes as an escape that PostgreSQL refuses. */
const halfCharacter = /\\u[dD][89a-fA-F]/;
const wellFormed = (_: string, value: unknown): unknown => (typeof value === 'string' ? value.toWellFormed() : value);

function jsonOf(rows: readonly object[]): string {
  const text = JSON.stringify(rows);
  return halfCharacter.test(text) ? JSON.stringify(rows, wellFormed) : text;
}

/**
 * Inserts rows, given by their columns, without waiting for the answer: what PostgreSQL has against them fails the next
 * statement or the commit. All rows travel as one JSON text, so that the statement is the same for any number of them and is
 * planned once. All have the columns of the first; columns that it does not name get their defaults. `ending` follows the rows: `on conflict ...`.
 */
export async function insertRows(
  query: QueryExecutorProvider,
  table: string,
  rows: readonly object[],
  ending = sql``,
): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const columns = sql.join(Object.keys(first).map((column) => sql.ref(column)));
  await sql`insert ${plannedOnce} ${unanswered} into ${sql.table(table)} (${columns})
    select ${columns} from jsonb_populate_recordset(null::${sql.table(table)}, ${jsonOf(rows)}::jsonb) ${ending}`.execute(
    query,
  );
}
