import { sql } from 'kysely';
import type { StatementSender } from './pipelined-transaction.ts';
import { plannedOnce } from './sent-statement.ts';

/** A half character, which JSON writes as an escape that PostgreSQL refuses. */
const halfCharacter = /\\u[dD][89a-fA-F]/;
const wellFormed = (_: string, value: unknown): unknown => (typeof value === 'string' ? value.toWellFormed() : value);

function jsonOf(value: object): string {
  const text = JSON.stringify(value);
  return halfCharacter.test(text) ? JSON.stringify(value, wellFormed) : text;
}

type Row = Readonly<Record<string, unknown>>;

/** Splits rows into what is the same in all of them, which is most of a row of history, and what is each one's own. */
function divided(rows: readonly Row[], columns: readonly string[]): { common: Row; own: readonly Row[] } {
  const [first, second] = rows;
  if (!first || !second) return { common: {}, own: rows };
  // The second tells most columns apart, so that few are looked at in all rows.
  const isOwn = (column: string): boolean =>
    first[column] !== second[column] || rows.some((row) => row[column] !== first[column]);
  const differing = columns.filter(isOwn);
  return {
    common: Object.fromEntries(
      columns.filter((column) => !differing.includes(column)).map((column) => [column, first[column]]),
    ),
    own: rows.map((row) => Object.fromEntries(differing.map((column) => [column, row[column]]))),
  };
}

/**
 * Inserts rows, given by their columns, without waiting for the answer: what PostgreSQL has against them fails the next
 * statement or the commit. All rows travel as one JSON text, so that the statement is the same for any number of them
 * and is
 * planned once; what all have in common travels once. All have the columns of the first; columns that it does not name
 * get their
 * defaults. `ending` follows the rows: `on conflict ...`.
 */
export async function insertRows(
  sender: StatementSender,
  table: string,
  rows: readonly object[],
  ending = sql``,
): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const names = Object.keys(first);
  const columns = sql.join(names.map((column) => sql.ref(column)));
  const { common, own } = divided(rows as readonly Row[], names);
  const shape = sql`null::${sql.table(table)}`;
  const written = sql`jsonb_populate_recordset(
    jsonb_populate_record(${shape}, ${jsonOf(common)}::jsonb), ${jsonOf(own)}::jsonb)`;
  await sender.send(sql`insert ${plannedOnce} into ${sql.table(table)} (${columns})
    select ${columns} from ${written} ${ending}`);
}
