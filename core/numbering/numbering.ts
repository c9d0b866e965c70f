import { sql } from 'kysely';
import { type Problem, problems } from '../contracts/endpoints/problem.ts';
import type { TableRow } from '../database/rows/table-row.ts';
import type { AccountContext } from '../kernel/context/context.ts';
import type { Invariant, NumberSeries } from '../kernel/plugin/plugin.ts';
import type { ClaimedNumber, NumberingSequence } from './numbering-sequence.entity.ts';

type Tables = {
  'core.numbering_sequence': TableRow<typeof NumberingSequence>;
  'core.claimed_number': TableRow<typeof ClaimedNumber>;
};

/** Default first number of a series. */
export const firstNumber = 1000;

/**
 * The series of the spec (operations section 9). A plugin that owns one declares it again with its own label and first
 * number.
 */
export const specSeries: readonly NumberSeries[] = [
  { kind: 'transaction', label: 'Transactions', first: firstNumber },
  { kind: 'settlement', label: 'Settlements', first: firstNumber },
  { kind: 'order', label: 'Orders', first: firstNumber },
  { kind: 'customer', label: 'Customers', first: firstNumber },
  { kind: 'sscc', label: 'Serial shipping container codes', first: firstNumber },
  { kind: 'production_run', label: 'Production runs', first: firstNumber },
];

/** The spec's series, replaced and extended by those of the plugins. */
export function allSeries(declared: readonly NumberSeries[]): NumberSeries[] {
  const byKind = new Map([...specSeries, ...declared].map((series) => [series.kind, series]));
  return [...byKind.values()];
}

/** Invariant of a series: every number that was given out belongs to a record in one of these tables. */
export const numbersWithoutGaps = (name: string, kind: string, ...tables: readonly string[]): Invariant => ({
  name,
  sql: `select given.number::text as number from core.numbering_sequence counter,
      generate_series(counter.start, counter.next - 1) as given (number)
    where counter.account_id = $1 and counter.kind = '${kind}'
    ${tables.map((table) => `except select number from ${table} where account_id = $1`).join(' ')}`,
});

/** Creates the counters of a plugin's series in an account; existing counters stay unchanged. */
export async function seedNumbering(ctx: AccountContext, declared: readonly NumberSeries[]): Promise<void> {
  if (!declared.length) return;
  const updated_at = ctx.clock.now();
  await ctx.em
    .query<Tables>()
    .insertInto('core.numbering_sequence')
    .values(
      declared.map(({ kind, first }) => ({
        account_id: ctx.account.id,
        kind,
        next: String(first),
        start: String(first),
        claimed: 0,
        updated_at,
      })),
    )
    .onConflict((conflict) => conflict.columns(['account_id', 'kind']).doNothing())
    .execute();
}

interface Counter {
  next: string;
  claimed: number;
}

/** Takes the counter's value. The row lock makes other transactions wait for this one. */
async function advance(ctx: AccountContext, kind: string): Promise<{ number: string; claimed: number }> {
  const { rows } = await sql<Counter>`update core.numbering_sequence
    set next = next + 1, updated_at = ${ctx.clock.now()}
    where account_id = ${ctx.account.id} and kind = ${kind} returning (next - 1)::text as next, claimed`.execute(
    ctx.em.query(),
  );
  const row = rows[0];
  return row ? { number: row.next, claimed: row.claimed } : advanceNew(ctx, kind);
}

/**
 * First use of a kind without a counter in the account. Of two concurrent calls, the second waits and takes the next
 * value.
 */
async function advanceNew(ctx: AccountContext, kind: string): Promise<{ number: string; claimed: number }> {
  const { rows } = await sql<Counter>`insert into core.numbering_sequence as counter (account_id, kind, next,
      start, claimed, updated_at)
    values (${ctx.account.id}, ${kind}, ${firstNumber + 1}, ${firstNumber}, 0, ${ctx.clock.now()})
    on conflict (account_id, kind) do update set next = counter.next + 1, updated_at = excluded.updated_at
    returning (next - 1)::text as next, claimed`.execute(ctx.em.query());
  const row = rows[0] as Counter;
  return { number: row.next, claimed: row.claimed };
}

/** Deletes the claim of a number that the counter has reached; true if there was one. */
async function dropClaim(ctx: AccountContext, kind: string, number: string): Promise<boolean> {
  const removed = await ctx.em
    .query<Tables>()
    .deleteFrom('core.claimed_number')
    .where('account_id', '=', ctx.account.id)
    .where('kind', '=', kind)
    .where('number', '=', number)
    .returning('number')
    .execute();
  if (!removed.length) return false;
  await sql`update core.numbering_sequence set claimed = claimed - 1
    where account_id = ${ctx.account.id} and kind = ${kind}`.execute(ctx.em.query());
  return true;
}

/**
 * The next number of a kind, digits only, without gaps: a rollback returns it. Call this immediately before the flush
 * that inserts the document, because all other transactions that number this kind in the account wait until this one
 * ends. Take numbers of several kinds in alphabetical order, to avoid deadlocks.
 */
export async function nextNumber(ctx: AccountContext, kind: string): Promise<string> {
  for (;;) {
    const { number, claimed } = await advance(ctx, kind);
    if (!claimed || !(await dropClaim(ctx, kind, number))) return number;
  }
}

/** The next numbers of a kind in order, in a fixed number of statements; otherwise like `nextNumber`. */
export async function nextNumbers(ctx: AccountContext, kind: string, count: number): Promise<string[]> {
  if (count <= 0) return [];
  if (count === 1) return [await nextNumber(ctx, kind)];
  const counter = await holdCounter(ctx, kind);
  const first = BigInt(counter.next);
  const claimed = counter.claimed ? await claimsFrom(ctx, kind, first, count + counter.claimed) : new Set<string>();
  const numbers: string[] = [];
  let next = first;
  for (; numbers.length < count; next += 1n) if (!claimed.has(String(next))) numbers.push(String(next));
  const passed = Number(next - first) - count;
  if (passed)
    await ctx.em
      .query<Tables>()
      .deleteFrom('core.claimed_number')
      .where('account_id', '=', ctx.account.id)
      .where('kind', '=', kind)
      .where('number', '<', String(next))
      .execute();
  await sql`update core.numbering_sequence
    set next = ${String(next)}, claimed = claimed - ${passed}, updated_at = ${ctx.clock.now()}
    where account_id = ${ctx.account.id} and kind = ${kind}`.execute(ctx.em.query());
  return numbers;
}

/** Claimed numbers among the next `count` ones. */
async function claimsFrom(
  ctx: AccountContext,
  kind: string,
  first: bigint,
  count: number,
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ number: string }>`select number::text as number from core.claimed_number
    where account_id = ${ctx.account.id} and kind = ${kind} and number >= ${String(first)}
      and number < ${String(first + BigInt(count))}`.execute(ctx.em.query());
  return new Set(rows.map(({ number }) => number));
}

function numberTaken(kind: string, number: string): Problem {
  const message = `Number ${number} is taken`;
  return problems.number_taken({ message, errors: [{ path: 'number', message }], details: { number, kind } });
}

/**
 * Claims a number given by a person or a file, if it is free; the counter will skip it. `isTaken` checks the documents,
 * including deleted ones. It runs while the counter is locked, so that two claims cannot both succeed.
 * @throws Problem 409 `number_taken`
 */
export async function claimNumber(
  ctx: AccountContext,
  kind: string,
  number: string,
  isTaken: () => Promise<boolean>,
): Promise<string> {
  const counter = await holdCounter(ctx, kind);
  const taken = () => numberTaken(kind, number);
  if (await isTaken()) throw taken();
  // The counter can only reach numbers without sign and leading zeros, within its column's range.
  const isReachable = /^[1-9]\d{0,17}$/.test(number) && BigInt(number) >= BigInt(counter.next);
  if (!isReachable) return number;
  const inserted = await ctx.em
    .query<Tables>()
    .insertInto('core.claimed_number')
    .values({ account_id: ctx.account.id, kind, number })
    .onConflict((conflict) => conflict.columns(['account_id', 'kind', 'number']).doNothing())
    .returning('number')
    .execute();
  if (!inserted.length) throw taken();
  await sql`update core.numbering_sequence set claimed = claimed + 1
    where account_id = ${ctx.account.id} and kind = ${kind}`.execute(ctx.em.query());
  return number;
}

/** The numbers that the counter can reach: without sign and leading zeros, within its column's range. */
const reachable = (numbers: readonly string[]): bigint[] =>
  [...new Set(numbers)].filter((number) => /^[1-9]\d{0,17}$/.test(number)).map(BigInt);

/**
 * Like `claimNumber`, for many numbers of one kind in a fixed number of statements. `takenOf` returns the numbers that
 * documents have, including deleted ones. It queries through `ctx.em.query()`, after the statement that locks the
 * counter, so that two claims cannot both succeed.
 * @throws Problem 409 `number_taken` naming the first one.
 */
export async function claimNumbers(
  ctx: AccountContext,
  kind: string,
  numbers: readonly string[],
  takenOf: (numbers: readonly string[]) => Promise<readonly string[]>,
): Promise<void> {
  if (!numbers.length) return;
  const [counter, known] = await Promise.all([holdCounter(ctx, kind), takenOf(numbers)]);
  const ahead = reachable(numbers).filter((number) => number >= BigInt(counter.next));
  let [taken] = known;
  if (taken === undefined && ahead.length) {
    const { rows } = await sql<{ number: string }>`insert into core.claimed_number (account_id, kind, number)
      select ${ctx.account.id}, ${kind}, number from unnest(${ahead.map(String)}::bigint[]) as number
      on conflict (account_id, kind, number) do nothing returning number::text as number`.execute(ctx.em.query());
    const inserted = new Set(rows.map(({ number }) => number));
    taken = ahead.map(String).find((number) => !inserted.has(number));
    await sql`update core.numbering_sequence set claimed = claimed + ${rows.length}
      where account_id = ${ctx.account.id} and kind = ${kind}`.execute(ctx.em.query());
  }
  if (taken !== undefined) throw numberTaken(kind, taken);
}

/**
 * Returns the numbers of documents whose creation is undone; the counter goes back over the latest ones. Returns those
 * that stay taken because the counter has passed them: their documents have to stay as hidden rows, so that the series
 * has no gap.
 */
export async function releaseNumbers(
  ctx: AccountContext,
  kind: string,
  numbers: readonly string[],
): Promise<ReadonlySet<string>> {
  const reachableNumbers = reachable(numbers);
  if (!reachableNumbers.length) return new Set();
  const counter = await holdCounter(ctx, kind);
  const removed = await ctx.em
    .query<Tables>()
    .deleteFrom('core.claimed_number')
    .where('account_id', '=', ctx.account.id)
    .where('kind', '=', kind)
    .where('number', '=', sql<never>`any(${reachableNumbers.map(String)}::bigint[])`)
    .returning('number')
    .execute();
  if (removed.length)
    await sql`update core.numbering_sequence set claimed = claimed - ${removed.length}
      where account_id = ${ctx.account.id} and kind = ${kind}`.execute(ctx.em.query());
  const passed = new Set(
    reachableNumbers.filter((number) => number >= BigInt(counter.start) && number < BigInt(counter.next)),
  );
  let next = BigInt(counter.next);
  while (passed.delete(next - 1n)) next -= 1n;
  if (next < BigInt(counter.next))
    await sql`update core.numbering_sequence set next = ${String(next)}
      where account_id = ${ctx.account.id} and kind = ${kind}`.execute(ctx.em.query());
  return new Set([...passed].map(String));
}

/** Locks the counter of a kind, which is created on first use. */
async function holdCounter(ctx: AccountContext, kind: string): Promise<Counter & { start: string }> {
  const { rows } = await sql<Counter>`insert into core.numbering_sequence as counter (account_id, kind, next,
      start, claimed, updated_at)
    values (${ctx.account.id}, ${kind}, ${firstNumber}, ${firstNumber}, 0, ${ctx.clock.now()})
    on conflict (account_id, kind) do update set claimed = counter.claimed
    returning next::text as next, start::text as start, claimed`.execute(ctx.em.query());
  return rows[0] as Counter & { start: string };
}

/** The state of a counter. */
export interface CounterState {
  kind: string;
  /** The number of the next document. */
  next: string;
  updatedAt: Date | null;
}

/** The states of the counters; an unused counter has its first number. */
export async function counterStates(
  ctx: AccountContext,
  series: readonly NumberSeries[],
): Promise<(CounterState & { label: string })[]> {
  const rows = await ctx.em
    .query<Tables>()
    .selectFrom('core.numbering_sequence')
    .select(['kind', 'updated_at', sql<string>`next::text`.as('next')])
    .where('account_id', '=', ctx.account.id)
    .execute();
  const known = new Map(rows.map((row) => [row.kind, row]));
  return series.map(({ kind, label, first }) => {
    const row = known.get(kind);
    return {
      kind,
      label,
      next: row?.next ?? String(first),
      updatedAt: row ? new Date(row.updated_at) : null,
    };
  });
}

/**
 * Raises a counter so that `next` is the next number; from there the series has no gaps.
 * @throws Problem 409 `conflict` if the counter is already higher.
 */
export async function raiseCounter(
  ctx: AccountContext,
  kind: string,
  first: number,
  next: number,
): Promise<{ before: string }> {
  await ctx.em
    .query<Tables>()
    .insertInto('core.numbering_sequence')
    .values({
      account_id: ctx.account.id,
      kind,
      next: String(first),
      start: String(first),
      claimed: 0,
      updated_at: ctx.clock.now(),
    })
    .onConflict((conflict) => conflict.columns(['account_id', 'kind']).doNothing())
    .execute();
  const counter = await holdCounter(ctx, kind);
  const latest = BigInt(counter.next) - 1n;
  if (BigInt(next) < BigInt(counter.next))
    throw problems.conflict({
      message: `The counter can only be raised: it stands at ${latest}`,
      details: { value: Number(latest) },
    });
  if (BigInt(next) === BigInt(counter.next)) return { before: counter.next };
  const dropped = await ctx.em
    .query<Tables>()
    .deleteFrom('core.claimed_number')
    .where('account_id', '=', ctx.account.id)
    .where('kind', '=', kind)
    .where('number', '<', String(next))
    .returning('number')
    .execute();
  await sql`update core.numbering_sequence
    set next = ${next}, start = ${next}, claimed = claimed - ${dropped.length}, updated_at = ${ctx.clock.now()}
    where account_id = ${ctx.account.id} and kind = ${kind}`.execute(ctx.em.query());
  return { before: counter.next };
}
