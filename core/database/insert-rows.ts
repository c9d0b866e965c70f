import { type RawBuilder, sql } from 'kysely';
import type { StatementSender } from './pipelined-transaction.ts';
import { plannedOnce } from './sent-statement.ts';
import { depthOf, jsonColumnsOf } from './table-columns.ts';

/** A half character, which JSON writes as an escape that PostgreSQL refuses. */
const halfCharacter = /\\u[dD][89a-fA-F]/;
const wellFormed = (_: string, value: unknown): unknown => (typeof value === 'string' ? value.toWellFormed() : value);

function jsonOf(value: unknown): string {
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

/** Rows of one table, given by their columns. */
export interface TableRows {
  table: string;
  rows: readonly object[];
  /** Follows the rows: `on conflict ...`. */
  ending?: RawBuilder<unknown> | undefined;
}

/** A write of one table that reads no other, and how many rows it has to write. */
export interface TableWrite {
  table: string;
  statement: RawBuilder<unknown>;
  rows?: number | undefined;
}

export type StatementPart = TableRows | TableWrite;
export const isRows = (part: StatementPart): part is TableRows => 'rows' in part && Array.isArray(part.rows);

function insertOf({ table, rows, ending = sql`` }: TableRows): RawBuilder<unknown> {
  const names = Object.keys(rows[0] as object);
  const columns = sql.join(names.map((column) => sql.ref(column)));
  const { common, own } = divided(rows as readonly Row[], names);
  const shape = sql`null::${sql.table(table)}`;
  const written = sql`jsonb_populate_recordset(
    jsonb_populate_record(${shape}, ${jsonOf(common)}::jsonb), ${jsonOf(own)}::jsonb)`;
  return sql`into ${sql.table(table)} (${columns}) select ${columns} from ${written} ${ending}`;
}

/** Rows of one statement, whose values are parameters: PostgreSQL takes 65,535. */
const mostValues = 30_000;

/**
 * The same for a database that is spread over nodes, which sends rows to theirs by the account that stands among the
 * values; rows that a select makes would be copied, which row-level security forbids.
 */
function insertsOf({ table, rows, ending = sql`` }: TableRows): RawBuilder<unknown>[] {
  const names = Object.keys(rows[0] as object);
  const columns = sql.join(names.map((column) => sql.ref(column)));
  const json = jsonColumnsOf(table);
  const written = (row: Row): RawBuilder<unknown> =>
    sql`(${sql.join(
      names.map((name) => {
        const value = row[name] ?? null;
        return value === null || !(json.has(name) || isPlain(value)) ? value : jsonOf(value);
      }),
    )})`;
  const size = Math.max(1, Math.floor(mostValues / names.length));
  return Array.from({ length: Math.ceil(rows.length / size) }, (_, at) => {
    const some = rows.slice(at * size, (at + 1) * size) as readonly Row[];
    return sql`insert into ${sql.table(table)} (${columns}) values ${sql.join(some.map(written))} ${ending}`;
  });
}

const isPlain = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/**
 * One statement a table, what is referred to before who refers to it. All are on their way when this returns, as one
 * would be: the statement that they go before follows at once.
 */
async function writeApart(sender: StatementSender, parts: readonly StatementPart[]): Promise<void> {
  const inserts = parts.filter(isRows).sort((left, right) => depthOf(left.table) - depthOf(right.table));
  await Promise.all([
    ...inserts.flatMap(insertsOf).map((insert) => sender.send(insert)),
    ...parts.map((part) => (isRows(part) ? undefined : sender.send(part.statement, part.rows))),
  ]);
}

/**
 * Inserts rows, given by their columns, without waiting for the answer: what PostgreSQL has against them fails the next
 * statement or the commit. All rows travel as one JSON text, so that the statement is the same for any number of them
 * and is planned once; what all have in common travels once. All have the columns of the first; columns that it does
 * not name get their defaults.
 */
export async function insertRows(
  sender: StatementSender,
  table: string,
  rows: readonly object[],
  ending?: RawBuilder<unknown>,
): Promise<void> {
  if (rows.length) await writeParts(sender, [{ table, rows, ending }]);
}

/**
 * Writes several tables in one statement. PostgreSQL looks at references when all of it is written, so that documents
 * and their lines go together. No part sees what another writes.
 */
export async function writeParts(sender: StatementSender, parts: readonly StatementPart[]): Promise<void> {
  if (sender.isDistributed) return writeApart(sender, parts);
  const [only] = parts;
  if (only && parts.length === 1)
    return isRows(only)
      ? sender.send(sql`insert ${plannedOnce} ${insertOf(only)}`)
      : sender.send(only.statement, only.rows);
  const name = (at: number) => sql.raw(`part${at}`);
  const written = parts.map((part, at) =>
    isRows(part) ? sql`${name(at)} as (insert ${insertOf(part)})` : sql`${name(at)} as (${part.statement} returning 1)`,
  );
  const wrong = parts.flatMap((part, at) =>
    isRows(part) || part.rows === undefined ? [] : [sql`(select count(*) from ${name(at)}) <> ${part.rows}::int`],
  );
  // A row where a part wrote another number of rows than it had to.
  await sender.send(
    sql`with ${plannedOnce} ${sql.join(written)}
      select 1 where ${wrong.length ? sql.join(wrong, sql` or `) : sql`false`}`,
    0,
  );
}
