import { type Problem, problems } from '@millwright/core/contracts';
import { type AccountContext, sql } from '@millwright/core/server';
import { type Referred, referrers } from './referrers.ts';

/** Something that refers to a record, as people call it. */
export interface RecordUse {
  what: string;
  count: number;
  /** Up to five numbers or names. */
  examples: string[];
}

/** What refers to each of these records, one statement per kind of referrer; records that nothing refers to are missing. */
export async function usesOf(
  ctx: AccountContext,
  kind: Referred,
  ids: readonly string[],
): Promise<Map<string, RecordUse[]>> {
  const uses = new Map<string, RecordUse[]>();
  if (!ids.length) return uses;
  for (const { what, table, column, label } of referrers[kind]) {
    const { rows } = await sql<{ id: string; count: number; examples: string[] }>`
      select referrer.${sql.ref(column)} as id, count(*)::int as count,
        (array_agg((${sql.raw(label)})::text order by (${sql.raw(label)})::text))[1:5] as examples
      from ${sql.table(table)} referrer
      where referrer.account_id = ${ctx.account.id} and referrer.${sql.ref(column)} = any(${[...ids]}::text[])
      group by referrer.${sql.ref(column)}`.execute(ctx.em.query());
    for (const { id, count, examples } of rows)
      uses.set(id, [...(uses.get(id) ?? []), { what: what[count === 1 ? 0 : 1], count, examples }]);
  }
  return uses;
}

const sentence = ({ what, count, examples }: RecordUse): string =>
  `${count} ${what}${examples.length ? ` (${examples.slice(0, 3).join(', ')}${count > 3 ? ', ...' : ''})` : ''}`;

/** Why a record cannot go: 'used by 3 customers (1042, 1043, 1044)'. */
export const reasonOf = (uses: readonly RecordUse[]): string => `used by ${uses.map(sentence).join(' and ')}`;

/** Why records of a kind cannot go, by their ids. */
export const reasonsOf =
  (kind: Referred) =>
  async (ctx: AccountContext, ids: readonly string[]): Promise<ReadonlyMap<string, string>> =>
    new Map([...(await usesOf(ctx, kind, ids))].map(([id, uses]) => [id, reasonOf(uses)]));

/** Refuses with 409 `in_use`, naming what refers to the record; `details.uses` has the same for clients. */
export async function refuseIfUsed(
  ctx: AccountContext,
  kind: Referred,
  record: { id: string; name: string },
): Promise<void> {
  const uses = (await usesOf(ctx, kind, [record.id])).get(record.id);
  if (uses) throw inUse(record.name, uses);
}

/** 409 `in_use` naming what refers. */
export const inUse = (name: string, uses: readonly RecordUse[]): Problem =>
  problems.in_use({ message: `${name} is ${reasonOf(uses)}`, details: { uses } });
