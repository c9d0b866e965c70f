import { type RawBuilder, sql } from 'kysely';
import type { StatementSender } from '../statements/pipelined/pipelined-transaction.ts';
import { depthOf, jsonColumnsOf } from '../statistics/table-columns.ts';

/** An unpaired surrogate, which JSON writes as an escape that PostgreSQL refuses. */
const halfCharacter = /\\u[dD][89a-fA-F]/;
const wellFormed = (_: string, value: unknown): unknown => (typeof value === 'string' ? value.toWellFormed() : value);

function jsonOf(value: unknown): string {
  const text = JSON.stringify(value);
  return halfCharacter.test(text) ? JSON.stringify(value, wellFormed) : text;
}

type Row = Readonly<Record<string, unknown>>;

/** Splits rows into the values that are the same in all of them (most of a history row) and the individual values. */
function divided(rows: readonly Row[], columns: readonly string[]): { common: Row; own: readonly Row[] } {
  const [first, second] = rows;
  if (!first || !second) return { common: {}, own: rows };
  // The second row already differs in most individual columns, so that few columns are compared in all rows.
  const isOwn = (column: string): boolean => {
    const value = first[column];
    if (value !== second[column]) return true;
    for (const row of rows) if (row[column] !== value) return true;
    return false;
  };
  const differing = columns.filter(isOwn);
  return {
    common: Object.fromEntries(
      columns.filter((column) => !differing.includes(column)).map((column) => [column, first[column]]),
    ),
    own: rows.map((row) => {
      const own: Record<string, unknown> = {};
      for (const column of differing) own[column] = row[column];
      return own;
    }),
  };
}

/** Rows of one table, given by their columns. */
export interface TableRows {
  table: string;
  rows: readonly object[];
  /** Appended to the statement: `on conflict ...`. */
  ending?: RawBuilder<unknown> | undefined;
}

/** A write to one table that reads no other table, and the number of rows that it must write. */
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

/** Largest number of parameters in one statement; PostgreSQL permits 65,535. */
const mostValues = 30_000;

/**
 * Inserts for a database distributed over nodes. They have the account among their values, by which Citus routes the
 * rows. Rows from a select would need COPY, which row-level security forbids.
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
 * Writes one statement per table, referenced tables before referring ones. All statements are queued when this returns,
 * like a single one, because the next statement of the transaction follows at once.
 */
async function writeApart(sender: StatementSender, parts: readonly StatementPart[]): Promise<void> {
  const inserts = parts.filter(isRows).sort((left, right) => depthOf(left.table) - depthOf(right.table));
  await Promise.all([
    ...inserts.flatMap(insertsOf).map((insert) => sender.send(insert)),
    ...parts.map((part) => (isRows(part) ? undefined : sender.send(part.statement, part.rows))),
  ]);
}

/**
 * Inserts rows, given by column, without waiting for the result; an error fails the next statement or the commit. All
 * rows are sent as one JSON text, so that the statement is the same for any number of rows; common values are sent
 * once. All rows have the columns of the first; other columns get their defaults.
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
 * Writes several tables in one statement. PostgreSQL checks foreign keys at the end of the statement, so documents and
 * their lines can be written together. No part sees the rows of another.
 */
export async function writeParts(sender: StatementSender, parts: readonly StatementPart[]): Promise<void> {
  if (sender.isDistributed) return writeApart(sender, parts);
  const [only] = parts;
  if (only && parts.length === 1)
    return isRows(only) ? sender.send(sql`insert ${insertOf(only)}`) : sender.send(only.statement, only.rows);
  const name = (at: number) => sql.raw(`part${at}`);
  const written = parts.map((part, at) =>
    isRows(part) ? sql`${name(at)} as (insert ${insertOf(part)})` : sql`${name(at)} as (${part.statement} returning 1)`,
  );
  const wrong = parts.flatMap((part, at) =>
    isRows(part) || part.rows === undefined ? [] : [sql`(select count(*) from ${name(at)}) <> ${part.rows}::int`],
  );
  // Returns a row if a part wrote a wrong number of rows.
  await sender.send(
    sql`with ${sql.join(written)}
      select 1 where ${wrong.length ? sql.join(wrong, sql` or `) : sql`false`}`,
    0,
  );
}
