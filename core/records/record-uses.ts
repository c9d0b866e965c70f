import { type Problem, problems } from '../contracts/endpoints/problem.ts';
import { sql } from '../database/tenant-entity-manager.ts';
import type { AccountContext } from '../kernel/context/context.ts';
import type { Reference } from './reference.ts';

/** Rows that refer to a record, for people: `{ what: 'sales orders', count: 12, examples: ['1042'] }`. */
export interface RecordUse {
  what: string;
  count: number;
  /** Up to five numbers or names. */
  examples: string[];
}

/** Uses by record id; unused records are left out. */
export type RecordUses = Map<string, RecordUse[]>;

/** SQL of a reference's `label` or `where`, with the account of the request in place of `{account}`. */
export const referenceSQL = (ctx: AccountContext, text: string) =>
  sql.join(
    text.split('{account}').map((part) => sql.raw(part)),
    sql`${ctx.account.id}`,
  );

const usesThrough = (
  ctx: AccountContext,
  reference: Reference,
  place: number,
  ids: readonly string[],
  items: readonly string[] | undefined,
) => {
  const { table, column, label, where, once, item } = reference;
  const [shown, names] =
    label === undefined
      ? [sql``, sql`'{}'::text[]`]
      : [
          sql`cross join lateral (select (${referenceSQL(ctx, label)})::text as label) shown`,
          sql`(array_agg(distinct shown.label order by shown.label))[1:5]`,
        ];
  const counted = once === undefined ? sql`count(*)` : sql`count(distinct referrer.${sql.ref(once)})`;
  return sql`select ${sql.lit(place)}::int as place, referrer.${sql.ref(column)} as id,
      ${counted}::int as count, ${names} as examples
    from ${sql.table(table)} referrer ${shown}
    where referrer.account_id = ${ctx.account.id} and referrer.${sql.ref(column)} = any(${[...ids]}::text[])
      and ${where === undefined ? sql`true` : referenceSQL(ctx, where)}
      and ${items && item ? sql`referrer.${sql.ref(item)} = any(${[...items]}::text[])` : sql`true`}
    group by referrer.${sql.ref(column)}`;
};

/**
 * The uses of each of these records, as all installed plugins declare them, in one statement.
 * @param items for units: only rows that measure one of these items
 * @param except a table whose rows do not count or are checked separately: `inventory.item`
 */
export async function usesOf(
  ctx: AccountContext,
  type: string,
  ids: readonly string[],
  { items, except }: { items?: readonly string[]; except?: string } = {},
): Promise<RecordUses> {
  const uses: RecordUses = new Map();
  const references = ctx
    .referencesTo(type)
    .filter(({ table, item }) => table !== except && (items === undefined || item !== undefined));
  if (!ids.length || !references.length || items?.length === 0) return uses;
  const { rows } = await sql<{ place: number; id: string; count: number; examples: string[] }>`${sql.join(
    references.map((reference, place) => usesThrough(ctx, reference, place, ids, items)),
    sql` union all `,
  )} order by place`.execute(ctx.em.query());
  for (const { place, id, count, examples } of rows)
    addUse(uses, id, { what: references[place]!.what[count === 1 ? 0 : 1], count, examples });
  return uses;
}

/** Adds a use that only the record's owner knows. */
export function addUse(uses: RecordUses, id: string, use: RecordUse): void {
  uses.set(id, [...(uses.get(id) ?? []), use]);
}

/** Merges several results. */
export function joinUses(...sources: readonly ReadonlyMap<string, readonly RecordUse[]>[]): RecordUses {
  const uses: RecordUses = new Map();
  for (const source of sources) for (const [id, own] of source) for (const use of own) addUse(uses, id, use);
  return uses;
}

const sentence = ({ what, count, examples }: RecordUse): string =>
  `${count} ${what}${examples.length ? ` (${examples.slice(0, 3).join(', ')}${count > 3 ? ', ...' : ''})` : ''}`;

/** The reason why a record cannot be deleted: 'used by 3 customers (1042, 1043, 1044)'. */
export const reasonOfUses = (uses: readonly RecordUse[]): string => `used by ${uses.map(sentence).join(' and ')}`;

/** The reason for each record that has uses. */
export const reasonsOf = (...sources: readonly ReadonlyMap<string, readonly RecordUse[]>[]): Map<string, string> =>
  new Map([...joinUses(...sources)].map(([id, own]) => [id, reasonOfUses(own)]));

/** The refusal 409 `in_use` naming the uses; `details.uses` has them for clients. */
export const inUse = (label: string, uses: readonly RecordUse[]): Problem =>
  problems.in_use({ message: `${label} is ${reasonOfUses(uses)}`, details: { uses } });

/** Refuses if the record is used. @throws Problem 409 `in_use` */
export async function refuseIfUsed(
  ctx: AccountContext,
  type: string,
  record: { id: string; name: string },
): Promise<void> {
  const uses = (await usesOf(ctx, type, [record.id])).get(record.id);
  if (uses) throw inUse(record.name, uses);
}
