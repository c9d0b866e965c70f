import { type RawBuilder, sql } from 'kysely';
import {
  becauseOf,
  type ChangeSetFault,
  type RowCounts,
  type RowEffect,
  type RowMessage,
  type ChangeSetRow as RowReply,
} from '../../contracts/work/change-set.contract.ts';
import type { AccountContext } from '../../kernel/context/context.ts';
import type { ChangeSet } from '../change-set.entity.ts';
import type { AppliedRow, ChangeSetAction, RowVerdict, StagedRow } from '../run/change-set-action.ts';
import type { ChangeName } from './change-name.ts';
import { changeLister, changePacker, digestOf, unpackedChanges } from './packed-changes.ts';

/** A row with the results of its check so far. */
export interface StoredRow extends StagedRow {
  keyRow: number;
  isExcluded: boolean;
  effect: RowEffect | null;
  /** Digest of the changes at the time of the check. */
  changesDigest: string | null;
}

/** The result of checking a row. */
export interface JudgedRow extends RowVerdict {
  keyRow: number;
  /** Whether any row of its key writes something. */
  isOfWriting: boolean;
}

/** A row to stage. */
export interface NewRow {
  row: number;
  /** Rows with an empty key are each a key of their own. */
  key: string;
  recordID?: string | null;
  values: Readonly<Record<string, string>>;
}

/** Whether the effect writes something. */
export const isWriting = ({ effect }: { effect: RowEffect | null }): boolean =>
  effect === 'create' || effect === 'update' || effect === 'delete';

type SetID = Pick<ChangeSet, 'id'>;
type KeyRule = Pick<ChangeSetAction, 'hasCaselessKeys'>;

const ofSet = (ctx: AccountContext, { id }: SetID, alias = 'r'): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(`${alias}.account_id`)} = ${ctx.account.id} and ${sql.ref(`${alias}.change_set_id`)} = ${id}`;
const json = (value: unknown): RawBuilder<unknown> => sql`${JSON.stringify(value)}::jsonb`;

const stored = sql`r."row", r.key, r.key_row as "keyRow", r.record_id as "recordID", r.cells as "values",
  r.is_excluded as "isExcluded", r.effect, r.changes_digest as "changesDigest"`;

/** Rows changed per statement, because a set may have any number. */
const batch = 5000;

/** Inserts rows by one statement per call; a few thousand rows per call are best. */
export async function insertChangeSetRows(ctx: AccountContext, set: SetID, rows: readonly NewRow[]): Promise<void> {
  await sql`insert into core.change_set_row
      (account_id, change_set_id, "row", key, key_row, record_id, cells, is_excluded, is_of_writing, label, changes,
        errors, warnings, has_warnings)
    select ${ctx.account.id}, ${set.id}, r."row", r.key, r."row", r."recordID", r."values", false, false,
      '', '[]', '[]', '[]', false
    from jsonb_to_recordset(${json(rows)}) as r("row" int, key text, "recordID" text, "values" jsonb)`.execute(
    ctx.em.query(),
  );
}

/** Inserts one row per record, numbered in their order. */
export async function insertRecords(ctx: AccountContext, set: SetID, ids: readonly string[]): Promise<void> {
  await sql`insert into core.change_set_row
      (account_id, change_set_id, "row", key, key_row, record_id, cells, is_excluded, is_of_writing, label, changes,
        errors, warnings, has_warnings)
    select ${ctx.account.id}, ${set.id}, r."row", r.id, r."row", r.id, '{}', false, false, '', '[]', '[]', '[]', false
    from unnest(${[...ids]}::text[]) with ordinality as r(id, "row")`.execute(ctx.em.query());
}

/** Inserts rows that were written before they are stored, with all their data. */
export const insertWrittenRows = (
  ctx: AccountContext,
  set: ChangeSet,
  rows: readonly (Omit<JudgedRow, 'data' | 'errors' | 'isOfWriting'> &
    Pick<NewRow, 'key' | 'values'> &
    Pick<AppliedRow, 'undo' | 'versions'>)[],
): Promise<void> => {
  const pack = changeLister(set);
  return ctx.em.insert(
    'core.change_set_row',
    rows.map((each) => {
      const isWritten = isWriting(each);
      return {
        change_set_id: set.id,
        row: each.row,
        key: each.key,
        key_row: each.keyRow,
        record_id: each.recordID,
        cells: each.values,
        is_excluded: false,
        effect: each.effect,
        is_of_writing: isWritten,
        label: each.label,
        changes: pack(each.changes),
        errors: [],
        warnings: each.warnings,
        has_warnings: each.warnings.length > 0,
        undo: isWritten ? each.undo : null,
        versions: isWritten ? each.versions : null,
        applied_at: isWritten ? ctx.clock.now() : null,
      };
    }),
  );
};

export async function deleteRows(ctx: AccountContext, set: SetID): Promise<void> {
  await sql`delete from core.change_set_row r where ${ofSet(ctx, set)}`.execute(ctx.em.query());
}

/*
 * The planner has no statistics of a set that was just staged, and might plan a join as if the set had one row. So no
 * statement here has a join: rows are found by their key, and values for many rows are passed as one JSON object by row
 * number.
 */

const numbersOf = (rows: readonly { row: number }[]): number[] => rows.map(({ row }) => row);
/** Condition for the rows with these numbers. */
const numbered = (rows: readonly number[]): RawBuilder<boolean> => sql<boolean>`r."row" = any(${[...rows]}::int[])`;
/**
 * Like `numbered`, for rows whose keys are adjacent. The range of keys is part of the condition: without statistics the
 * planner may choose either index, and with that of the keys it would search the whole set for the numbers.
 */
const numberedWithin = (rows: readonly number[], keyRows: readonly { keyRow: number }[]): RawBuilder<boolean> => {
  const { first, last } = keyRows.reduce(
    ({ first, last }, { keyRow }) => ({ first: Math.min(first, keyRow), last: Math.max(last, keyRow) }),
    { first: Number.POSITIVE_INFINITY, last: 0 },
  );
  return sql<boolean>`${numbered(rows)} and r.key_row between ${first}::int and ${last}::int`;
};
/**
 * A row's value from an object by row number, passed as one parameter; null if missing. One lookup per row, and nothing
 * is copied. `text` is JSON.
 */
const perRow = (rows: readonly { row: number; text: string }[]): RawBuilder<unknown> =>
  sql`(${`{${rows.map(({ row, text }) => `"${row}":${text}`).join()}}`}::jsonb -> r."row"::text)`;

/** Assigns several columns from a JSON list per row; `columns` reads their values from `own.list`. */
const columnsPerRow = (
  names: readonly string[],
  columns: RawBuilder<unknown>,
  rows: readonly { row: number; text: string }[],
): RawBuilder<unknown> =>
  // `offset 0` keeps PostgreSQL from repeating the lookup for each column.
  sql`(${sql.join(names.map((name) => sql.ref(name)))}) = (select ${columns}
    from (select ${perRow(rows)} as list offset 0) own)`;

/** The form of a key for comparisons; see `hasCaselessKeys`. */
const compared = (isCaseless: boolean): RawBuilder<string> => (isCaseless ? sql`lower(r.key)` : sql`r.key`);
const among = (keys: readonly string[], isCaseless: boolean): RawBuilder<boolean> =>
  sql<boolean>`${compared(isCaseless)} = any(${isCaseless ? keys.map((key) => key.toLowerCase()) : [...keys]}::text[])`;

/** Groups rows of a key behind its first row, for the whole set or only these keys. */
export async function groupKeys(
  ctx: AccountContext,
  set: SetID,
  { hasCaselessKeys = false }: KeyRule,
  keys?: readonly string[],
): Promise<void> {
  const those = keys ? sql`and ${among(keys, hasCaselessKeys)}` : sql``;
  const { rows: groups } = await sql<{ rows: number[] }>`select array_agg(r."row" order by r."row") as rows
    from core.change_set_row r where ${ofSet(ctx, set)} ${those}
    group by ${compared(hasCaselessKeys)}, case when r.key = '' then r."row" end
    having bool_or(r.key_row <> r."row") or count(*) > 1`.execute(ctx.em.query());
  const moved = groups.flatMap(({ rows }) => rows.map((row) => ({ row, keyRow: rows[0] as number })));
  for (let start = 0; start < moved.length; start += batch) {
    const some = moved.slice(start, start + batch);
    const places = some.map(({ row, keyRow }) => ({ row, text: String(keyRow) }));
    await sql`update core.change_set_row r set key_row = ${perRow(places)}::int
      where ${ofSet(ctx, set)} and ${numbered(numbersOf(some))}`.execute(ctx.em.query());
  }
}

const orderedRows = async (ctx: AccountContext, statement: RawBuilder<StoredRow>): Promise<StoredRow[]> =>
  (await statement.execute(ctx.em.query())).rows;

/** The next rows after a key, complete keys only. A key with more rows than `size` is one chunk. */
export const nextRows = (ctx: AccountContext, set: SetID, after: number, size: number): Promise<StoredRow[]> =>
  orderedRows(
    ctx,
    sql<StoredRow>`with page as (select r.key_row from core.change_set_row r
        where ${ofSet(ctx, set)} and r.key_row > ${after}
        order by r.key_row, r."row" limit ${size})
      select ${stored} from core.change_set_row r
      where ${ofSet(ctx, set)} and r.key_row > ${after} and r.key_row <= (select max(key_row) from page)
      order by r.key_row, r."row"`,
  );

/** Like `nextRows`, for keys that write something, without rows left out by a person. */
export const nextWritingRows = (ctx: AccountContext, set: SetID, after: number, size: number): Promise<StoredRow[]> =>
  orderedRows(
    ctx,
    sql<StoredRow>`with page as (select r.key_row from core.change_set_row r
        where ${ofSet(ctx, set)} and r.key_row > ${after} and r.is_of_writing order by r.key_row, r."row" limit ${size})
      select ${stored} from core.change_set_row r
      where ${ofSet(ctx, set)} and r.key_row > ${after} and r.key_row <= (select max(key_row) from page)
        and r.is_of_writing
      order by r.key_row, r."row"`,
  );

/** Rows of these keys. */
export const rowsOfKeys = (
  ctx: AccountContext,
  set: SetID,
  { hasCaselessKeys = false }: KeyRule,
  keys: readonly string[],
): Promise<StoredRow[]> =>
  orderedRows(
    ctx,
    sql<StoredRow>`select ${stored} from core.change_set_row r
      where ${ofSet(ctx, set)} and ${among(keys, hasCaselessKeys)} order by r.key_row, r."row"`,
  );

/** The rows written last, in reverse order, complete keys only. */
export async function lastAppliedRows(
  ctx: AccountContext,
  set: SetID,
  through: number,
  size: number,
): Promise<(AppliedRow & { keyRow: number; label: string })[]> {
  const { rows } = await sql<AppliedRow & { keyRow: number; label: string }>`with page as (
      select r.key_row from core.change_set_row r
      where ${ofSet(ctx, set)} and r.key_row <= ${through} and r.applied_at is not null
      order by r.key_row desc, r."row" desc limit ${size})
    select r."row", r.key_row as "keyRow", r.record_id as "recordID", r.undo,
      coalesce(r.versions, '{}') as versions, r.label
    from core.change_set_row r
    where ${ofSet(ctx, set)} and r.key_row <= ${through} and r.key_row >= (select min(key_row) from page)
      and r.applied_at is not null
    order by r.key_row desc, r."row" desc`.execute(ctx.em.query());
  return rows;
}

/** The ids among these of records that the set wrote with these effects. */
export async function writtenRecords(
  ctx: AccountContext,
  set: SetID,
  ids: readonly string[],
  effects: readonly RowEffect[],
): Promise<ReadonlySet<string>> {
  if (!ids.length) return new Set();
  const { rows } = await sql<{ id: string }>`select r.record_id as id from core.change_set_row r
    where ${ofSet(ctx, set)} and r.effect = any(${[...effects]}::text[]) and r.applied_at is not null
      and r.record_id = any(${[...ids]}::text[])`.execute(ctx.em.query());
  return new Set(rows.map(({ id }) => id));
}

/** Writes the results of checks without waiting for the result. */
export async function writeVerdicts(
  ctx: AccountContext,
  set: ChangeSet,
  verdicts: readonly JudgedRow[],
): Promise<void> {
  if (!verdicts.length) return;
  const pack = changePacker(set);
  const found = verdicts.map(({ row, effect, label, recordID, changes, errors, warnings, isOfWriting }) => {
    const packed = pack(changes);
    const others = JSON.stringify([
      ...[effect, label, recordID, digestOf(packed)],
      ...[errors, warnings, warnings.length > 0, isOfWriting],
    ]);
    return { row, text: `[${packed},${others.slice(1)}` };
  });
  const names = [
    ...['changes', 'effect', 'label', 'record_id', 'changes_digest'],
    ...['errors', 'warnings', 'has_warnings', 'is_of_writing'],
  ];
  const columns = sql`own.list -> 0, own.list ->> 1, own.list ->> 2, own.list ->> 3, own.list ->> 4,
    own.list -> 5, own.list -> 6, (own.list -> 7)::boolean, (own.list -> 8)::boolean`;
  await ctx.em.send(
    sql`update core.change_set_row r set ${columnsPerRow(names, columns, found)}
    where ${ofSet(ctx, set)} and ${numberedWithin(numbersOf(verdicts), verdicts)}`,
    verdicts.length,
  );
}

/** Marks rows as written, with the data for undoing them, without waiting for the result. */
export async function markApplied(
  ctx: AccountContext,
  set: SetID,
  applied: readonly (AppliedRow & { keyRow: number })[],
): Promise<void> {
  if (!applied.length) return;
  const written = applied.map(({ row, recordID, undo, versions }) => ({
    row,
    text: JSON.stringify([recordID, undo ?? null, versions]),
  }));
  const columns = sql`own.list ->> 0, nullif(own.list -> 1, 'null'), own.list -> 2`;
  await ctx.em.send(
    sql`update core.change_set_row r set applied_at = ${ctx.clock.now()},
      ${columnsPerRow(['record_id', 'undo', 'versions'], columns, written)}
    where ${ofSet(ctx, set)} and ${numberedWithin(numbersOf(applied), applied)}`,
    applied.length,
  );
}

/** Marks rows as undone. */
export async function markUndone(
  ctx: AccountContext,
  set: SetID,
  rows: readonly { row: number; keyRow: number }[],
): Promise<void> {
  await sql`update core.change_set_row r set applied_at = null, undo = null, versions = null
    where ${ofSet(ctx, set)} and ${numberedWithin(numbersOf(rows), rows)}`.execute(ctx.em.query());
}

/** Corrects a row; missing fields stay as they are. */
export async function updateRow(
  ctx: AccountContext,
  set: SetID,
  row: number,
  change: { key?: string; values?: Readonly<Record<string, string>>; isExcluded?: boolean },
): Promise<void> {
  const { key = null, values = null, isExcluded = null } = change;
  await sql`update core.change_set_row r
    set key = coalesce(${key}::text, r.key), is_excluded = coalesce(${isExcluded}::boolean, r.is_excluded),
      cells = coalesce(${values === null ? null : JSON.stringify(values)}::text::jsonb, r.cells)
    where ${ofSet(ctx, set)} and r."row" = ${row}`.execute(ctx.em.query());
}

/** Counts of an empty set. */
export const noCounts: RowCounts = { create: 0, update: 0, delete: 0, unchanged: 0, skip: 0, error: 0, warning: 0 };

/** Number of rows by effect, and of rows with warnings, in the whole set. */
export async function countChangeSetRows(ctx: AccountContext, set: SetID): Promise<RowCounts> {
  const { rows } = await sql<{ effect: RowEffect; count: number; warning: number }>`
    select r.effect, count(*)::int as count, (count(*) filter (where r.has_warnings))::int as warning
    from core.change_set_row r where ${ofSet(ctx, set)} and r.effect is not null group by r.effect`.execute(
    ctx.em.query(),
  );
  return addCounts(noCounts, rows);
}

/** Adds the counts of a chunk. */
export function countVerdicts(
  counts: RowCounts,
  verdicts: readonly Pick<RowVerdict, 'effect' | 'warnings'>[],
): RowCounts {
  return addCounts(
    counts,
    verdicts.map(({ effect, warnings }) => ({ effect, count: 1, warning: warnings.length ? 1 : 0 })),
  );
}

function addCounts(
  counts: RowCounts,
  more: readonly { effect: RowEffect; count: number; warning: number }[],
): RowCounts {
  const sum = { ...counts };
  for (const { effect, count, warning } of more) {
    sum[effect] += count;
    sum.warning += warning;
  }
  return sum;
}

const reply = sql`r."row"::text as id, r."row", r.label, r.record_id as "recordID", r.effect,
  r.applied_at is not null as "isApplied", r.cells as "values", r.changes, r.errors, r.warnings`;

type PackedReply = Omit<RowReply, 'changes'> & { changes: unknown[] };

async function replies(ctx: AccountContext, set: SetID, statement: RawBuilder<unknown>): Promise<RowReply[]> {
  const { rows } = await sql<PackedReply>`${statement}`.execute(ctx.em.query());
  // Read after the rows, because names are only added: all names of the rows are then present.
  const { rows: sets } = await sql<{ names: ChangeName[] }>`select names from core.change_set
    where account_id = ${ctx.account.id} and id = ${set.id}`.execute(ctx.em.query());
  const names = sets[0]?.names ?? [];
  return rows.map((row) => ({ ...row, changes: unpackedChanges(row.changes, names) }));
}

/** Distinct faults of the rows of a set. */
export async function readFaults(
  ctx: AccountContext,
  set: SetID,
): Promise<{ faults: ChangeSetFault[]; count: number }> {
  const { rows } = await sql<ChangeSetFault & { count: number }>`
    select fault.field, fault.message, count(*)::int as "rowCount", (array_agg(r."row" order by r."row"))[:200] as rows,
      coalesce((array_agg(distinct r.cells ->> fault.field)
        filter (where r.cells ->> fault.field <> ''))[:3], '{}') as values,
      count(*) over ()::int as count
    from core.change_set_row r
    cross join lateral (select distinct each ->> 'field' as field, each ->> 'message' as message
      from jsonb_array_elements(r.errors) each) fault
    where ${ofSet(ctx, set)} and r.is_problem and r.effect = 'error' and fault.message not like ${becauseOf('%')}
    group by fault.field, fault.message order by count(*) desc, min(r."row") limit 100`.execute(ctx.em.query());
  return { faults: rows.map(({ count: _, ...fault }) => fault), count: rows[0]?.count ?? 0 };
}

/** A row in the form of the API; undefined if it does not exist. */
export const readRow = async (ctx: AccountContext, set: SetID, row: number): Promise<RowReply | undefined> =>
  (
    await replies(
      ctx,
      set,
      sql`select ${reply} from core.change_set_row r where ${ofSet(ctx, set)} and r."row" = ${row}`,
    )
  )[0];

/** A row with all stored data; undefined if it does not exist. */
export const storedRow = async (ctx: AccountContext, set: SetID, row: number): Promise<StoredRow | undefined> =>
  (
    await orderedRows(
      ctx,
      sql<StoredRow>`select ${stored} from core.change_set_row r where ${ofSet(ctx, set)} and r."row" = ${row}`,
    )
  )[0];

interface RowFilter {
  query?: string | undefined;
  effects?: readonly RowEffect[] | undefined;
  hasWarnings?: boolean | undefined;
  field?: string | undefined;
}

/** Conditions of a filter on checked rows. */
function matching(ctx: AccountContext, set: SetID, filter: RowFilter): RawBuilder<boolean> {
  const conditions = [ofSet(ctx, set), sql<boolean>`r.effect is not null`];
  if (filter.effects) {
    conditions.push(sql`r.effect = any(${[...filter.effects]}::text[])`);
    // Implied by the effects, but needed for using the partial index on problems.
    if (filter.effects.every((effect) => effect === 'error' || effect === 'skip')) conditions.push(sql`r.is_problem`);
  }
  if (filter.hasWarnings !== undefined)
    conditions.push(filter.hasWarnings ? sql`r.has_warnings` : sql`not r.has_warnings`);
  if (filter.field) {
    const at: Pick<RowMessage, 'field'>[] = [{ field: filter.field }];
    conditions.push(sql`(r.errors @> ${json(at)} or r.warnings @> ${json(at)})`);
  }
  if (filter.query)
    conditions.push(
      sql`strpos(lower(r.label || ' ' || r.cells::text || ' ' || r.errors::text || ' ' || r.warnings::text),
        ${filter.query.toLowerCase()}) > 0`,
    );
  return sql.join(conditions, sql` and `) as RawBuilder<boolean>;
}

export const readRows = (
  ctx: AccountContext,
  set: SetID,
  filter: RowFilter,
  page: { take: number; skip: number },
): Promise<RowReply[]> =>
  replies(
    ctx,
    set,
    sql`select ${reply} from core.change_set_row r where ${matching(ctx, set, filter)}
    order by r."row" limit ${page.take} offset ${page.skip}`,
  );

export async function countMatching(ctx: AccountContext, set: SetID, filter: RowFilter): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from core.change_set_row r
    where ${matching(ctx, set, filter)}`.execute(ctx.em.query());
  return rows[0]?.count ?? 0;
}
