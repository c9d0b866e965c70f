import { type RawBuilder, sql } from 'kysely';
import {
  becauseOf,
  type ChangeSetFault,
  type RowCounts,
  type RowEffect,
  type RowMessage,
  type ChangeSetRow as RowReply,
} from '../contracts/change-set.contract.ts';
import type { AccountContext } from '../kernel/context.ts';
import type { ChangeSet } from './change-set.entity.ts';
import type { AppliedRow, ChangeSetWork, RowVerdict, StagedRow } from './change-set-work.ts';
import { type ChangeName, changePacker, digestOf, unpackedChanges } from './packed-changes.ts';

/** A row with what was found out about it so far. */
export interface StoredRow extends StagedRow {
  keyRow: number;
  isExcluded: boolean;
  effect: RowEffect | null;
  /** Of its changes, as they were when it was judged. */
  changesDigest: string | null;
}

/** What was found out about a row. */
export interface JudgedRow extends RowVerdict {
  keyRow: number;
  /** Whether its key has something to write. */
  isOfWriting: boolean;
}

/** A row to stage. */
export interface NewRow {
  row: number;
  /** An empty key is a key of its own. */
  key: string;
  recordID?: string | null;
  values: Readonly<Record<string, string>>;
}

/** Whether the effect writes something. */
export const isWriting = ({ effect }: { effect: RowEffect | null }): boolean =>
  effect === 'create' || effect === 'update' || effect === 'delete';

type SetID = Pick<ChangeSet, 'id'>;
type KeyRule = Pick<ChangeSetWork, 'hasCaselessKeys'>;

const ofSet = (ctx: AccountContext, { id }: SetID, alias = 'r'): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(`${alias}.account_id`)} = ${ctx.account.id} and ${sql.ref(`${alias}.change_set_id`)} = ${id}`;
const json = (value: unknown): RawBuilder<unknown> => sql`${JSON.stringify(value)}::jsonb`;

const stored = sql`r."row", r.key, r.key_row as "keyRow", r.record_id as "recordID", r.cells as "values",
  r.is_excluded as "isExcluded", r.effect, r.changes_digest as "changesDigest"`;

/** Rows changed by one statement where a set may have any number. */
const batch = 5000;

/** Rows in one statement per call; a few thousand rows a call are best. */
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

/** One row per record, numbered in their order. */
export async function insertRecords(ctx: AccountContext, set: SetID, ids: readonly string[]): Promise<void> {
  await sql`insert into core.change_set_row
      (account_id, change_set_id, "row", key, key_row, record_id, cells, is_excluded, is_of_writing, label, changes,
        errors, warnings, has_warnings)
    select ${ctx.account.id}, ${set.id}, r."row", r.id, r."row", r.id, '{}', false, false, '', '[]', '[]', '[]', false
    from unnest(${[...ids]}::text[]) with ordinality as r(id, "row")`.execute(ctx.em.query());
}

/** Rows that were written before they are stored, with all that is known of them. */
export const insertWrittenRows = (
  ctx: AccountContext,
  set: ChangeSet,
  rows: readonly (Omit<JudgedRow, 'data' | 'errors' | 'isOfWriting'> &
    Pick<NewRow, 'key' | 'values'> &
    Pick<AppliedRow, 'undo' | 'versions'>)[],
): Promise<void> => {
  const pack = changePacker(set);
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
        changes: JSON.parse(pack(each.changes)),
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
 * A set that was just staged is unknown to the planner's statistics, and a join with it may be planned as if it had one
 * row. So no statement here joins: rows are found by their key, and values for many rows come as one JSON object by row
 * number.
 */

const numbersOf = (rows: readonly { row: number }[]): number[] => rows.map(({ row }) => row);
/** The rows of these numbers, as a condition. */
const numbered = (rows: readonly number[]): RawBuilder<boolean> => sql<boolean>`r."row" = any(${[...rows]}::int[])`;
/**
 * The same of rows whose keys lie together. The keys have to be said: of an unknown set the planner may take either
 * index, and in that of the keys it would look for the numbers through the whole set.
 */
const numberedWithin = (rows: readonly number[], keyRows: readonly { keyRow: number }[]): RawBuilder<boolean> => {
  const { first, last } = keyRows.reduce(
    ({ first, last }, { keyRow }) => ({ first: Math.min(first, keyRow), last: Math.max(last, keyRow) }),
    { first: Number.POSITIVE_INFINITY, last: 0 },
  );
  return sql<boolean>`${numbered(rows)} and r.key_row between ${first}::int and ${last}::int`;
};
/**
 * For each row what the object of one parameter holds for it; what it lacks is null. One lookup per row, nothing is
 * copied.
 */
const perRow = <Row extends { row: number }>(rows: readonly Row[], value: (row: Row) => unknown): RawBuilder<unknown> =>
  sql`(${json(Object.fromEntries(rows.map((each) => [each.row, value(each)])))} -> r."row"::text)`;
const textPerRow = <Row extends { row: number }>(
  rows: readonly Row[],
  value: (row: Row) => string | null,
): RawBuilder<unknown> => sql`(${perRow(rows, value)} #>> '{}')`;
/** The same of values that are JSON already. */
const jsonPerRow = (rows: readonly { row: number; text: string }[]): RawBuilder<unknown> =>
  sql`(${`{${rows.map(({ row, text }) => `"${row}":${text}`).join()}}`}::jsonb -> r."row"::text)`;
/** Lists that are empty are left out. */
const listPerRow = <Row extends { row: number }>(
  rows: readonly Row[],
  value: (row: Row) => readonly unknown[],
): RawBuilder<unknown> =>
  sql`coalesce(${perRow(
    rows.filter((each) => value(each).length),
    value,
  )}, '[]')`;

/** A key as it is compared; see `hasCaselessKeys`. */
const compared = (isCaseless: boolean): RawBuilder<string> => (isCaseless ? sql`lower(r.key)` : sql`r.key`);
const among = (keys: readonly string[], isCaseless: boolean): RawBuilder<boolean> =>
  sql<boolean>`${compared(isCaseless)} = any(${isCaseless ? keys.map((key) => key.toLowerCase()) : [...keys]}::text[])`;

/** Puts rows of one key behind its first row; of the whole set, or of these keys alone. */
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
    await sql`update core.change_set_row r set key_row = ${perRow(some, ({ keyRow }) => keyRow)}::int
      where ${ofSet(ctx, set)} and ${numbered(numbersOf(some))}`.execute(ctx.em.query());
  }
}

const orderedRows = async (ctx: AccountContext, statement: RawBuilder<StoredRow>): Promise<StoredRow[]> =>
  (await statement.execute(ctx.em.query())).rows;

/** The next rows behind a key, whole keys only; a key of more rows than `size` is one chunk. */
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

/** The same of keys with something to write, without rows that are left out. */
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

/** The rows that were written last, last first, whole keys only. */
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

/** Ids among these of records that the set wrote with these effects. */
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

/** Writes what was found out about rows; nobody waits for it. */
export async function writeVerdicts(
  ctx: AccountContext,
  set: ChangeSet,
  verdicts: readonly JudgedRow[],
): Promise<void> {
  if (!verdicts.length) return;
  const pack = changePacker(set);
  const texts = verdicts.map(({ row, changes }) => ({ row, text: pack(changes) }));
  await ctx.em.send(
    sql`update core.change_set_row r set effect = ${textPerRow(verdicts, ({ effect }) => effect)},
      label = ${textPerRow(verdicts, ({ label }) => label)},
      record_id = ${textPerRow(verdicts, ({ recordID }) => recordID)},
      changes = ${jsonPerRow(texts)}, changes_digest = ${textPerRow(texts, ({ text }) => digestOf(text))},
      errors = ${listPerRow(verdicts, ({ errors }) => errors)},
      warnings = ${listPerRow(verdicts, ({ warnings }) => warnings)},
      has_warnings = r."row" = any(${numbersOf(verdicts.filter(({ warnings }) => warnings.length))}::int[]),
      is_of_writing = r."row" = any(${numbersOf(verdicts.filter(({ isOfWriting }) => isOfWriting))}::int[])
    where ${ofSet(ctx, set)} and ${numberedWithin(numbersOf(verdicts), verdicts)}`,
    verdicts.length,
  );
}

/** Marks rows as written, with what undoing them needs; nobody waits for it. */
export async function markApplied(
  ctx: AccountContext,
  set: SetID,
  applied: readonly (AppliedRow & { keyRow: number })[],
): Promise<void> {
  if (!applied.length) return;
  await ctx.em.send(
    sql`update core.change_set_row r set applied_at = ${ctx.clock.now()},
      record_id = ${textPerRow(applied, ({ recordID }) => recordID)},
      undo = nullif(${perRow(applied, ({ undo }) => undo ?? null)}, 'null'),
      versions = ${perRow(applied, ({ versions }) => versions)}
    where ${ofSet(ctx, set)} and ${numberedWithin(numbersOf(applied), applied)}`,
    applied.length,
  );
}

/** Marks rows as taken back. */
export async function markUndone(
  ctx: AccountContext,
  set: SetID,
  rows: readonly { row: number; keyRow: number }[],
): Promise<void> {
  await sql`update core.change_set_row r set applied_at = null, undo = null, versions = null
    where ${ofSet(ctx, set)} and ${numberedWithin(numbersOf(rows), rows)}`.execute(ctx.em.query());
}

/** Corrects a row; what is not given stays. */
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

/** No row of any effect. */
export const noCounts: RowCounts = { create: 0, update: 0, delete: 0, unchanged: 0, skip: 0, error: 0, warning: 0 };

/** Rows by effect, and those with warnings, of the whole set. */
export async function countChangeSetRows(ctx: AccountContext, set: SetID): Promise<RowCounts> {
  const { rows } = await sql<{ effect: RowEffect; count: number; warning: number }>`
    select r.effect, count(*)::int as count, (count(*) filter (where r.has_warnings))::int as warning
    from core.change_set_row r where ${ofSet(ctx, set)} and r.effect is not null group by r.effect`.execute(
    ctx.em.query(),
  );
  return addCounts(noCounts, rows);
}

/** Counts of a chunk on top of others. */
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
  // Read after the rows, so that no name of theirs is missing: names are only added.
  const { rows: sets } = await sql<{ names: ChangeName[] }>`select names from core.change_set
    where account_id = ${ctx.account.id} and id = ${set.id}`.execute(ctx.em.query());
  const names = sets[0]?.names ?? [];
  return rows.map((row) => ({ ...row, changes: unpackedChanges(row.changes, names) }));
}

/** What is wrong with the rows of a set, each fault once. */
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

/** One row as the API shows it; undefined where there is none. */
export const readRow = async (ctx: AccountContext, set: SetID, row: number): Promise<RowReply | undefined> =>
  (
    await replies(
      ctx,
      set,
      sql`select ${reply} from core.change_set_row r where ${ofSet(ctx, set)} and r."row" = ${row}`,
    )
  )[0];

/** The row with all that is stored of it; undefined where there is none. */
export const storedRow = async (ctx: AccountContext, set: SetID, row: number): Promise<StoredRow | undefined> =>
  (
    await orderedRows(
      ctx,
      sql<StoredRow>`select ${stored} from core.change_set_row r where ${ofSet(ctx, set)} and r."row" = ${row}`,
    )
  )[0];

/** Which rows of a set are wanted. */
interface RowFilter {
  query?: string | undefined;
  effects?: readonly RowEffect[] | undefined;
  hasWarnings?: boolean | undefined;
  field?: string | undefined;
}

/** Conditions of a filter on judged rows. */
function matching(ctx: AccountContext, set: SetID, filter: RowFilter): RawBuilder<boolean> {
  const conditions = [ofSet(ctx, set), sql<boolean>`r.effect is not null`];
  if (filter.effects) {
    conditions.push(sql`r.effect = any(${[...filter.effects]}::text[])`);
    // Follows from it, but lets the index over problems serve it.
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
