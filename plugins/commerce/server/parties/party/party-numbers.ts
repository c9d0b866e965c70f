import { type AccountContext, claimNumber, claimNumbers, nextNumber, nextNumbers, sql } from '@millwright/core/server';
import type { NamedParty, PartyKindName } from './party-kind.ts';

/** Numbers among `numbers` that deleted customers or suppliers had, except former numbers of the party `exceptID`. */
export async function retiredNumbers(
  ctx: AccountContext,
  kind: PartyKindName,
  numbers: readonly string[],
  exceptID = '',
): Promise<ReadonlySet<string>> {
  if (!numbers.length) return new Set();
  const { rows } = await sql<{ number: string }>`select number from ${sql.table(`commerce.retired_${kind}_number`)}
    where account_id = ${ctx.account.id} and number = any(${[...numbers]}::text[])
      and ${sql.ref(`${kind}_id`)} <> ${exceptID}`.execute(ctx.em.query());
  return new Set(rows.map(({ number }) => number));
}

/** Numbers among `numbers` that are or were in use. */
async function takenNumbers(
  ctx: AccountContext,
  kind: PartyKindName,
  numbers: readonly string[],
  exceptID?: string,
): Promise<string[]> {
  const [{ rows }, retired] = await Promise.all([
    sql<{ number: string }>`select number from ${sql.table(`commerce.${kind}`)}
      where account_id = ${ctx.account.id} and number = any(${[...numbers]}::text[])`.execute(ctx.em.query()),
    retiredNumbers(ctx, kind, numbers, exceptID),
  ]);
  return [...rows.map(({ number }) => number), ...retired];
}

const claim = (ctx: AccountContext, kind: PartyKindName, number: string, exceptID?: string): Promise<string> =>
  claimNumber(ctx, kind, number, async () => (await takenNumbers(ctx, kind, [number], exceptID)).length > 0);

/**
 * The number of a new customer or supplier: the given one, else the next of the series. Other transactions that need a
 * number wait from here until this one ends.
 * @throws Problem 409 `number_taken`
 */
export const newNumber = (ctx: AccountContext, kind: PartyKindName, number?: string | null): Promise<string> =>
  number ? claim(ctx, kind, number) : nextNumber(ctx, kind);

/** `newNumber` for many, in order. */
export async function newNumbers(
  ctx: AccountContext,
  kind: PartyKindName,
  wanted: readonly (string | null)[],
): Promise<string[]> {
  const given = wanted.filter((number) => number !== null);
  await claimNumbers(ctx, kind, given, (numbers) => takenNumbers(ctx, kind, numbers));
  const next = (await nextNumbers(ctx, kind, wanted.length - given.length)).values();
  return wanted.map((number) => number ?? (next.next().value as string));
}

/** Reserves numbers that are no longer used, so that the series has no gaps. */
export async function retireNumbers(
  ctx: AccountContext,
  kind: PartyKindName,
  parties: readonly Pick<NamedParty, 'id' | 'number'>[],
): Promise<void> {
  if (!parties.length) return;
  await sql`insert into ${sql.table(`commerce.retired_${kind}_number`)} (account_id, number,
    ${sql.ref(`${kind}_id`)}, deleted_at)
    select ${ctx.account.id}, number, id, ${ctx.clock.now()}::timestamptz
    from unnest(${parties.map(({ number }) => number)}::text[],
      ${parties.map(({ id }) => id)}::text[]) as gone (number, id)
    on conflict (account_id, number) do nothing`.execute(ctx.em.query());
}

/** Changes a number to a free one or a former one of its own; the old number stays reserved. */
export async function renumber(
  ctx: AccountContext,
  kind: PartyKindName,
  { id, number: old }: Pick<NamedParty, 'id' | 'number'>,
  number: string,
): Promise<string> {
  const claimed = await claim(ctx, kind, number, id);
  await retireNumbers(ctx, kind, [{ id, number: old }]);
  return claimed;
}
