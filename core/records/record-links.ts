import { problems } from '../contracts/endpoints/problem.ts';
import { sql } from '../database/tenant-entity-manager.ts';
import type { AccountContext } from '../kernel/context/context.ts';

/** References of a record to any number of others, stored in a link table with both ids. */
export interface RecordLinks {
  /** Field in bodies: `customerIDs`. */
  field: string;
  /** Qualified: `commerce.order_discount_customer`. */
  table: string;
  owner: string;
  target: string;
  /** Column with the place of each reference, from 0; absent if the order does not count. */
  position?: string;
  /** Qualified table of the referenced records, and the word for them: 'customer'. */
  to: string;
  what: string;
}

/** A body without its links, which are not columns of the record. */
export const withoutLinks = (links: readonly RecordLinks[], body: object): object =>
  Object.fromEntries(Object.entries(body).filter(([name]) => !links.some(({ field }) => field === name)));

/**
 * Replaces the links in a body; missing ones stay. Returns whether any changed.
 * @throws Problem 400 with the path of the entry
 */
export async function writeLinks(
  ctx: AccountContext,
  links: readonly RecordLinks[],
  ownerID: string,
  body: object,
): Promise<boolean> {
  let isChanged = false;
  for (const link of links) {
    const ids = (body as Record<string, readonly string[] | undefined>)[link.field];
    if (ids) isChanged = (await replaceLinks(ctx, link, ownerID, ids)) || isChanged;
  }
  return isChanged;
}

async function replaceLinks(
  ctx: AccountContext,
  { field, table, owner, target, position, to, what }: RecordLinks,
  ownerID: string,
  ids: readonly string[],
): Promise<boolean> {
  const query = ctx.em.query();
  const named = [...new Set(ids)];
  const { rows: missing } = await sql<{ place: number }>`select place::int from unnest(${[...ids]}::text[])
      with ordinality wanted(id, place)
    where not exists (select from ${sql.table(to)} other
      where other.account_id = ${ctx.account.id} and other.id = wanted.id)`.execute(query);
  if (missing.length)
    throw problems.invalid_input({
      errors: missing.map(({ place }) => ({ path: `${field}.${place - 1}`, message: `There is no such ${what}` })),
    });
  const { rows: gone } = await sql`delete from ${sql.table(table)}
    where account_id = ${ctx.account.id} and ${sql.ref(owner)} = ${ownerID}
      and ${sql.ref(target)} <> all(${named}::text[])
    returning account_id`.execute(query);
  const place = position === undefined ? undefined : sql.ref(position);
  const added = named.map((id, index) => sql`(${ctx.account.id}, ${ownerID}, ${id}${place ? sql`, ${index}` : sql``})`);
  const { rows: written } = added.length
    ? await sql`insert into ${sql.table(table)} as link
          (account_id, ${sql.ref(owner)}, ${sql.ref(target)}${place ? sql`, ${place}` : sql``})
        values ${sql.join(added)} on conflict ${
          place
            ? sql`(account_id, ${sql.ref(owner)}, ${sql.ref(target)}) do update set ${place} = excluded.${place}
                where link.${place} <> excluded.${place}`
            : sql`do nothing`
        }
        returning account_id`.execute(query)
    : { rows: [] };
  return gone.length > 0 || written.length > 0;
}

/** Deletes all links of a record. */
export async function removeLinks(ctx: AccountContext, links: readonly RecordLinks[], ownerID: string): Promise<void> {
  for (const { table, owner } of links)
    await sql`delete from ${sql.table(table)}
      where account_id = ${ctx.account.id} and ${sql.ref(owner)} = ${ownerID}`.execute(ctx.em.query());
}
