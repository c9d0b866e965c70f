import { sql } from 'kysely';
import { type Problem, problems } from '../contracts/problem.ts';
import { plannedOnce } from '../database/sent-statement.ts';
import type { TableRow } from '../database/table-row.ts';
import type { AccountContext } from '../kernel/context.ts';
import type { Invariant, NumberSeries } from '../kernel/plugin.ts';
import type { ClaimedNumber, NumberingSequence } from './numbering-sequence.entity.ts';

type Tables = {
  'core.numbering_sequence': TableRow<typeof NumberingSequence>;
  'core.claimed_number': TableRow<typeof ClaimedNumber>;
};

/** First number of a series that says nothing else. */
export const firstNumber = 1000;

/**
 * The series of the spec (operations section 9); a plugin that owns one repeats it with its own label and first number.
 */
export const specSeries: readonly NumberSeries[] = [
  { kind: 'transaction', label: 'Transactions', first: firstNumber },
  { kind: 'settlement', label: 'Settlements', first: firstNumber },
  { kind: 'order', label: 'Orders', first: firstNumber },
  { kind: 'customer', label: 'Customers', first: firstNumber },
  { kind: 'sscc', label: 'Serial shipping container codes', first: firstNumber },
  { kind: 'production_run', label: 'Production runs', first: firstNumber },
];

/** The spec's series, and those of the plugins in their place or after them. */
export function allSeries(declared: readonly NumberSeries[]): NumberSeries[] {
  const byKind = new Map([...specSeries, ...declared].map((series) => [series.kind, series]));
  return [...byKind.values()];
}

/** What always holds of a series: a record of one of these tables has each number that was given out. */
export const numbersWithoutGaps = (name: string, kind: string, ...tables: readonly string[]): Invariant => ({
  name,
  sql: `select given.number::text as number from core.numbering_sequence counter,
      generate_series(counter.start, counter.next - 1) as given (number)
    where counter.account_id = $1 and counter.kind = '${kind}'
    ${tables.map((table) => `except select number from ${table} where account_id = $1`).join(' ')}`,
});

/** Begins the series that a plugin declares, when an account gets it; counters that are there stay as they are. */
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
      })) as never,
    )
    .onConflict((conflict) => conflict.columns(['account_id', 'kind']).doNothing())
    .execute();
}

interface Counter {
  next: string;
  claimed: number;
}

/** Takes the counter's value; the row lock makes everybody else who wants one wait for this transaction. */
async function advance(ctx: AccountContext, kind: string): Promise<{ number: string; claimed: number }> {
  const { rows } = await sql<Counter>`update ${plannedOnce} core.numbering_sequence
    set next = next + 1, updated_at = ${ctx.clock.now()}
    where account_id = ${ctx.account.id} and kind = ${kind} returning (next - 1)::text as next, claimed`.execute(
    ctx.em.query(),
  );
  const row = rows[0];
  return row ? { number: row.next, claimed: row.claimed } : advanceNew(ctx, kind);
}

/**
 * First use of a kind that the account was not seeded with. Two at once: the second one waits and takes the next value.
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

/** Removes the claim of a number that the counter has reached; true if there was one. */
async function dropClaim(ctx: AccountContext, kind: string, number: string): Promise<boolean> {
  const removed = await ctx.em
    .query<Tables>()
    .deleteFrom('core.claimed_number')
    .where('account_id', '=', ctx.account.id)
    .where('kind', '=', kind)
    .where('number', '=', number as never)
    .returning('number')
    .execute();
  if (!removed.length) return false;
  await sql`update core.numbering_sequence set claimed = claimed - 1
    where account_id = ${ctx.account.id} and kind = ${kind}`.execute(ctx.em.query());
  return true;
}

/**
 * The next number of a kind, digits only, without gaps: a rollback gives it back. Take it immediately before the flush
 * that inserts the document, for everybody else who numbers this kind in this account waits until the transaction ends.
 * Whoever takes two kinds takes them in alphabetical order.
 */
export async function nextNumber(ctx: AccountContext, kind: string): Promise<string> {
  for (;;) {
    const { number, claimed } = await advance(ctx, kind);
    if (!claimed || !(await dropClaim(ctx, kind, number))) return number;
  }
}

/** The next numbers of a kind, in order, in a fixed number of statements; what `nextNumber` says holds here as well. */
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
      .where('number', '<', String(next) as never)
      .execute();
  await sql`update core.numbering_sequence
    set next = ${String(next)}, claimed = claimed - ${passed}, updated_at = ${ctx.clock.now()}
    where account_id = ${ctx.account.id} and kind = ${kind}`.execute(ctx.em.query());
  return numbers;
}

/** Claimed numbers among so many from here on. */
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
 * A number that a person or a file gives: kept if free, and then stepped over by the counter. `isTaken` asks the
 * documents themselves, deleted ones included; it runs while the counter is held, so that two claims cannot both pass.
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
  // Only what the counter itself could write: no sign, no leading zero, and within its column.
  const isReachable = /^[1-9]\d{0,17}$/.test(number) && BigInt(number) >= BigInt(counter.next);
  if (!isReachable) return number;
  const inserted = await ctx.em
    .query<Tables>()
    .insertInto('core.claimed_number')
    .values({ account_id: ctx.account.id, kind, number } as never)
    .onConflict((conflict) => conflict.columns(['account_id', 'kind', 'number']).doNothing())
    .returning('number')
    .execute();
  if (!inserted.length) throw taken();
  await sql`update core.numbering_sequence set claimed = claimed + 1
    where account_id = ${ctx.account.id} and kind = ${kind}`.execute(ctx.em.query());
  return number;
}

/** Numbers that the counter itself could write: no sign, no leading zero, and within its column. */
const reachable = (numbers: readonly string[]): bigint[] =>
  [...new Set(numbers)].filter((number) => /^[1-9]\d{0,17}$/.test(number)).map(BigInt);

/**
 * `claimNumber` for many numbers of one kind, in a fixed number of statements. `takenOf` answers which of them
 * documents have, deleted ones included; it asks through `ctx.em.query()`, behind the statement that holds the counter,
 * so that two claims cannot both pass. @throws Problem 409 `number_taken` naming the first that is.
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
 * Gives back numbers whose documents are taken back as if they had never been; the counter goes back over its latest
 * ones. Answers those that stay taken, because it has passed them: their documents have to stay as rows, hidden, or the
 * series would show a gap.
 */
export async function releaseNumbers(
  ctx: AccountContext,
  kind: string,
  numbers: readonly string[],
): Promise<ReadonlySet<string>> {
  const own = reachable(numbers);
  if (!own.length) return new Set();
  const counter = await holdCounter(ctx, kind);
  const removed = await ctx.em
    .query<Tables>()
    .deleteFrom('core.claimed_number')
    .where('account_id', '=', ctx.account.id)
    .where('kind', '=', kind)
    .where('number', '=', sql<never>`any(${own.map(String)}::bigint[])`)
    .returning('number')
    .execute();
  if (removed.length)
    await sql`update core.numbering_sequence set claimed = claimed - ${removed.length}
      where account_id = ${ctx.account.id} and kind = ${kind}`.execute(ctx.em.query());
  const passed = new Set(own.filter((number) => number >= BigInt(counter.start) && number < BigInt(counter.next)));
  let next = BigInt(counter.next);
  while (passed.delete(next - 1n)) next -= 1n;
  if (next < BigInt(counter.next))
    await sql`update core.numbering_sequence set next = ${String(next)}
      where account_id = ${ctx.account.id} and kind = ${kind}`.execute(ctx.em.query());
  return new Set([...passed].map(String));
}

/** Locks the counter of a kind, which is made on first use. */
async function holdCounter(ctx: AccountContext, kind: string): Promise<Counter & { start: string }> {
  const { rows } = await sql<Counter>`insert into core.numbering_sequence as counter (account_id, kind, next,
      start, claimed, updated_at)
    values (${ctx.account.id}, ${kind}, ${firstNumber}, ${firstNumber}, 0, ${ctx.clock.now()})
    on conflict (account_id, kind) do update set claimed = counter.claimed
    returning next::text as next, start::text as start, claimed`.execute(ctx.em.query());
  return rows[0] as Counter & { start: string };
}

/** Where a counter stands. */
export interface CounterState {
  kind: string;
  /** The number that the next document gets. */
  next: string;
  updatedAt: Date | null;
}

/** Where the counters stand; one that has not been used stands at its first number. */
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
      updatedAt: row ? new Date(row.updated_at as unknown as string) : null,
    };
  });
}

/**
 * Raises a counter so that `next` is the next number, and counts without gaps from there.
 * @throws Problem 409 `conflict` where that would lower it.
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
    } as never)
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
    .where('number', '<', String(next) as never)
    .returning('number')
    .execute();
  await sql`update core.numbering_sequence
    set next = ${next}, start = ${next}, claimed = claimed - ${dropped.length}, updated_at = ${ctx.clock.now()}
    where account_id = ${ctx.account.id} and kind = ${kind}`.execute(ctx.em.query());
  return { before: counter.next };
}
